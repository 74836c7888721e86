package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law Q3: nothing is unbounded. A consumer sleeps, the heap has 64 MB, and senders go on. */
class QueueMemoryTest {

    private static final String MODES = """
            seda:a                                             | 300000  | refused
            seda:a?discardWhenFull=true                        | 300000  | discarded
            seda:a?blockWhenFull=true&offerTimeout=1           | 1300    | refused
            disruptor:a?blockWhenFull=false                    | 300000  | refused
            disruptor:a?discardWhenFull=true                   | 300000  | discarded
            disruptor:a?offerTimeout=1                         | 1300    | refused
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = MODES)
    void q3_aFloodedQueueFitsIntoASmallHeap(String uri, long sends, String mode) throws Exception {
        flood(uri, sends, mode);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = MODES)
    @Tag("slow")
    void q3_aQueueFloodedForLongFitsIntoASmallHeap(String uri, long sends, String mode) throws Exception {
        flood(uri, sends < 10_000 ? 10_000 : 10_000_000, mode);
    }

    private static void flood(String uri, long sends, String mode) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeap.class.getName(),
                        uri,
                        Long.toString(sends))
                .redirectErrorStream(true)
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        int capacity = uri.startsWith("seda") ? 1_000 : 1_024;
        assertThat(output).contains(mode + " " + (sends - capacity)).contains("queued " + capacity);
    }
}
