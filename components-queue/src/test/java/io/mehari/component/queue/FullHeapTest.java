package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Law S4: an OutOfMemoryError may come from anywhere. After it has passed, timers and consumers go on, and a stop keeps
 * its limit.
 */
@Timeout(60)
class FullHeapTest {

    @Test
    void s4_aFullHeapEndsNoTimerAndNoConsumer() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullHeap.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        assertThat(output).contains("status Stopped").doesNotContain("is dead");
    }
}
