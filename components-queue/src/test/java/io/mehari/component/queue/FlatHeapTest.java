package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law S3: nothing grows with the number of messages. As much is kept after a tenth of them as at the end. */
class FlatHeapTest {
    private static final Pattern KEPT = Pattern.compile("kept: endpoints (\\d+), queues (\\d+), beans (\\d+),"
            + " suppressed (\\d+), threads (\\d+), kilobytes (\\d+)");
    private static final int SLACK_KILOBYTES = 4096;

    /** What is kept of names: those of three steps that keep 100 each, what a template keeps, and the route itself. */
    private static final int MOST_NAMES = 420;

    /** Of two exceptions, and of each at the most as many as one exception keeps. */
    private static final int MOST_SUPPRESSED = 200;

    private record Kept(int endpoints, int queues, int beans, int suppressed, int threads, int kilobytes) {}

    @ParameterizedTest
    @CsvSource({"toD, 2500", "recipientList, 2500", "routes, 500", "throws, 5000"})
    void s3_whatCameThroughLeavesNothing(String what, int turns) throws Exception {
        run(what, turns);
    }

    @ParameterizedTest
    @CsvSource({"toD, 1000000", "recipientList, 1000000", "routes, 100000", "throws, 1000000"})
    @Tag("slow")
    void s3_aMillionThatCameThroughLeaveNothing(String what, int turns) throws Exception {
        run(what, turns);
    }

    private static void run(String what, int turns) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FlatHeap.class.getName(),
                        what,
                        Integer.toString(turns))
                .redirectErrorStream(true)
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        List<Kept> kept = kept(output);
        assertThat(kept).as(output).hasSize(2);
        for (Kept each : kept) {
            assertThat(each.endpoints).as(output).isLessThan(MOST_NAMES);
            assertThat(each.queues).as(output).isLessThan(MOST_NAMES);
            assertThat(each.beans).as(output).isLessThan(MOST_NAMES);
            assertThat(each.suppressed).as(output).isLessThan(MOST_SUPPRESSED);
            assertThat(each.threads).as(output).isLessThan(40);
        }
        assertThat(kept.get(1).kilobytes).as(output).isLessThan(kept.get(0).kilobytes + SLACK_KILOBYTES);
    }

    private static List<Kept> kept(String output) {
        List<Kept> all = new ArrayList<>();
        Matcher kept = KEPT.matcher(output);
        while (kept.find()) {
            int[] counts = new int[kept.groupCount()];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = Integer.parseInt(kept.group(i + 1));
            }
            all.add(new Kept(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]));
        }
        return all;
    }
}
