package io.mehari.load;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What is known of one subject on one JDK: grows while it is measured, round by round. */
final class Outcome {
    final Contender contender;
    final Path jdk;

    /** About the JVM; null until it has said it. */
    @Nullable
    Fields jvm;

    /** Of the first round. */
    final List<Fields> progress = new ArrayList<>();

    final List<Fields> pauses = new ArrayList<>();

    /** Of each round. */
    final List<Fields> totals = new ArrayList<>();

    /** All times of all rounds. */
    final Histogram times = new Histogram(3);

    /** The longest pause of all rounds, and the sum, in milliseconds. */
    double longestPause;

    double pausing;

    /** Why it has no figures; empty while nothing is wrong. */
    String fault = "";

    Outcome(Contender contender, Path jdk) {
        this.contender = contender;
        this.jdk = jdk;
    }

    /** Something that its JVM printed. */
    void add(Fields line) {
        boolean first = totals.isEmpty();
        switch (line.kind()) {
            case "jvm" -> jvm = line;
            case "progress" -> addIf(first, progress, line);
            case "pause" -> {
                addIf(first, pauses, line);
                pausing += line.number("millis");
                longestPause = Math.max(longestPause, line.number("millis"));
            }
            case "total" -> totals.add(line);
            case "refused" -> fault = "REFUSED: " + line.text("wrong");
            default -> {}
        }
    }

    private static void addIf(boolean wanted, List<Fields> lines, Fields line) {
        if (wanted) {
            lines.add(line);
        }
    }

    void addTimes(Path file) throws IOException {
        try {
            times.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Files.readAllBytes(file)), 0));
        } catch (DataFormatException e) {
            throw new IOException(file + " holds no histogram", e);
        }
    }

    /** Whether it has figures. */
    boolean counts() {
        return fault.isEmpty() && !totals.isEmpty() && times.getTotalCount() > 0;
    }
}
