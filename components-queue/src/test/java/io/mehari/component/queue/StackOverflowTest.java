package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Law S4: a StackOverflowError may come from any call, also from those of the engine. Then counts may be off, but
 * messages arrive, and a stop keeps its limit.
 */
@Timeout(120)
class StackOverflowTest {

    @Test
    void s4_afterAStackOverflowMessagesArriveAndAStopKeepsItsLimit() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StackOverflow.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(output).isZero();
        Matcher each = Pattern.compile("left \\d+ of (\\d+)").matcher(output);
        int shapes = 0;
        int overflows = 0;
        while (each.find()) {
            shapes++;
            overflows += Integer.parseInt(each.group(1));
        }
        assertThat(shapes).as(output).isEqualTo(10);
        assertThat(overflows).as(output).isGreaterThan(100);
        assertThat(output).doesNotContain("WRONG");
    }
}
