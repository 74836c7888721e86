package io.mehari.scenarios.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.scenarios.Fields;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** One line on a terminal, which never wraps and is empty in the end; some lines elsewhere. */
class LiveLineTest {
    private static final int WIDTH = 60;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private static Fields progress(double seconds, long messages) {
        return new Fields("progress")
                .number("nanos", (long) (seconds * 1e9))
                .number("messages", messages)
                .number("allocated", messages * 184)
                .number("cpu", messages * 50)
                .number("heap", 90_000_000);
    }

    private void show(boolean terminal) {
        LiveLine line = new LiveLine(out, terminal, WIDTH);
        line.begin("mehari");
        for (int i = 1; i <= 24; i++) {
            line.progress("mehari", progress(i * 0.25, 1000L * i * i), 6);
        }
        line.end();
    }

    @Test
    void onATerminalItIsOneLine() {
        show(true);
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertThat(text).doesNotContain("\n").contains("mehari 1.0/6 s: 28,000 messages/s, 184 B and 50 ns CPU eac");
        assertThat(text.split("\r", -1)).allMatch(each -> each.length() < WIDTH);
        assertThat(text).endsWith("\r" + " ".repeat(WIDTH - 1) + "\r");
    }

    @Test
    void elsewhereItIsALineNowAndThen() {
        show(false);
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "mehari ...", "mehari 5.0/6 s: 156,000 messages/s, 184 B and 50 ns CPU each, heap 90 MB");
    }
}
