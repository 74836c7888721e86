package step19;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Figures;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a stream for each send costs, and how the flight recorder finds it. */
class StepTest {

    private final Before before = new Before();
    private final After after = new After();

    private Object sendBefore() {
        return before.send("direct:orders", "body");
    }

    private Object sendAfter() {
        return after.send("direct:orders", "body");
    }

    /** JDK 17 and 25 differ by some bytes. */
    private static String rounded(Supplier<?> operation) {
        return (Bytes.of(operation) + 50) / 100 * 100 + " B";
    }

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .row("allocated by one send, to the nearest 100", rounded(this::sendBefore), rounded(this::sendAfter))
                .check();
        assertThat(Bytes.of(this::sendAfter)).isZero();
    }

    @Test
    void bothDoTheSame() {
        for (String endpoint : new String[] {"direct:orders", "log:audit", "jms:copies", ""}) {
            assertThat(after.send(endpoint, "body")).as(endpoint).isEqualTo(before.send(endpoint, "body"));
        }
    }

    @Test
    void theRecorderNamesTheLine() throws Exception {
        Map<String, String> lines = Finder.find("step19", () -> {
            for (int i = 0; i < 500_000; i++) {
                if (sendBefore() == null) {
                    throw new AssertionError("no body");
                }
            }
        });
        assertThat(lines.keySet()).anyMatch(line -> line.startsWith("step19.Before.send, line "));
        assertThat(lines.toString()).contains("ReferencePipeline");
    }
}
