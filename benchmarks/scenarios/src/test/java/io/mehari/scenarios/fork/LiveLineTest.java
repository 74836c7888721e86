package io.mehari.scenarios.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.scenarios.Fields;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** On a terminal there is one line, which never wraps and is empty at the end. Other output gets some lines. */
class LiveLineTest {
    private static final int WIDE = 160;
    private static final MostObjects OBJECTS =
            new MostObjects("4.0 objects", List.of("2.0 ConcurrentHashMap$Node", "1.0 Object[]", "0.9 Long"));

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

    private String show(boolean terminal, int width, @Nullable MostObjects objects) {
        LiveLine line = new LiveLine(out, terminal, width);
        line.begin("mehari");
        line.objects(objects);
        for (int i = 1; i <= 24; i++) {
            line.progress("mehari", progress(i * 0.25, 1000L * i * i), 6);
        }
        line.end();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void onATerminalItIsOneLine() {
        String text = show(true, WIDE, OBJECTS);
        assertThat(text)
                .doesNotContain("\n")
                .contains("\rmehari 1.0/6 s: 28,000 messages/s, 184 B and 50 ns CPU each, heap 90 MB, 4.0 objects each:"
                        + " 2.0 ConcurrentHashMap$Node, 1.0 Object[], 0.9 Long ");
        assertThat(text).endsWith("\r" + " ".repeat(WIDE - 1) + "\r");
    }

    @Test
    void whereThereIsLessRoomFewerClassesAreShownAndThenFewerWords() {
        assertThat(firstSecond(140)).endsWith("4.0 objects each: 2.0 ConcurrentHashMap$Node, 1.0 Object[], ...");
        assertThat(firstSecond(126)).endsWith("4.0 objects each: 2.0 ConcurrentHashMap$Node, ...");
        assertThat(firstSecond(80)).isEqualTo("mehari: 28,000/s, 184 B, heap 90 MB, 2.0 ConcurrentHashMap$Node, ...");
        assertThat(firstSecond(60)).isEqualTo("mehari: 28,000/s, 184 B, heap 90 MB, 2.0 ConcurrentHashM...");
        assertThat(firstSecond(40)).isEqualTo("mehari: 28,000/s, 184 B, heap 90 MB");
        assertThat(firstSecond(20)).isEqualTo("mehari: 28,000/s, 1");
    }

    @Test
    void atEveryWidthItIsThatWide() {
        for (int width = 20; width < 200; width++) {
            bytes.reset();
            int most = width - 1;
            assertThat(show(true, width, OBJECTS).split("\r", -1))
                    .allMatch(each -> each.isEmpty() || each.length() == most);
        }
    }

    private String firstSecond(int width) {
        bytes.reset();
        return show(true, width, OBJECTS).split("\r", -1)[5].stripTrailing();
    }

    @Test
    void withoutACountThereAreNoClasses() {
        assertThat(show(true, WIDE, null)).contains("CPU each, heap 90 MB  ").doesNotContain("object");
        bytes.reset();
        LiveLine line = new LiveLine(out, true, WIDE);
        line.objects(OBJECTS);
        line.begin("another");
        line.progress("another", progress(1, 1000), 6);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).doesNotContain("object");
    }

    @Test
    void elsewhereItIsALineNowAndThen() {
        assertThat(show(false, 0, OBJECTS).lines())
                .containsExactly(
                        "mehari ...",
                        "mehari 5.0/6 s: 156,000 messages/s, 184 B and 50 ns CPU each, heap 90 MB, 4.0 objects each:"
                                + " 2.0 ConcurrentHashMap$Node, 1.0 Object[], 0.9 Long");
    }
}
