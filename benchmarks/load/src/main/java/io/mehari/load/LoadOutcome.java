package io.mehari.load;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The values of one subject under load. */
final class LoadOutcome extends Outcome {
    /** The pauses of the first round. */
    final List<Fields> pauses = new ArrayList<>();

    /** All times of all rounds. */
    final Histogram times = new Histogram(3);

    /** The longest pause of all rounds, and the sum of all pauses, in milliseconds. */
    double longestPause;

    double pausing;

    LoadOutcome(Variation variation, Contender contender, Path jdk) {
        super(variation, contender, jdk);
    }

    @Override
    public void add(Fields line) {
        super.add(line);
        if (line.kind().equals("pause")) {
            if (totals.isEmpty()) {
                pauses.add(line);
            }
            pausing += line.number("millis");
            longestPause = Math.max(longestPause, line.number("millis"));
        }
    }

    void addTimes(Path file) throws IOException {
        try {
            times.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Files.readAllBytes(file)), 0));
        } catch (DataFormatException e) {
            throw new IOException(file + " holds no histogram", e);
        }
    }
}
