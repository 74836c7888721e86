package io.mehari.subjects.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.engine.Fields;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoTest {
    private static Demo.Runs runs(String subject, double nanos, double bytes, double megabytes) {
        return runs(5, subject, nanos, bytes, megabytes);
    }

    private static Demo.Runs runs(int runs, String subject, double nanos, double bytes, double megabytes) {
        Fields line = new Fields("result")
                .number("nanos", nanos)
                .number("B/op", bytes)
                .number("most resident MB", megabytes);
        return new Demo.Runs(subject, Collections.nCopies(runs, line));
    }

    @Test
    void theTableHasThreeRowsAndTheRatiosAreMeharis() {
        String text = Demo.table(List.of(runs("mehari", 100, 80, 130), runs("camel-4.22.0", 1_500, 1_508, 125)));
        assertThat(text.lines().filter(each -> each.startsWith("|")).toList())
                .hasSize(5)
                .satisfies(rows -> {
                    assertThat(rows.get(2)).contains("messages a second", "10,000,000", "666,667", "15");
                    assertThat(rows.get(3)).contains("bytes", "80", "1,508", "18.9x");
                    assertThat(rows.get(4)).contains("memory", "130", "125", "0.962x");
                });
        assertThat(text).contains("  mehari               " + "#".repeat(60) + " 10,000,000");
    }

    @Test
    void oneRunOfEachTellsTheBytesAndIsTooFewForAVerdictOnTime() {
        List<Demo.Runs> all = List.of(runs(1, "mehari", 100, 80, 130), runs(1, "camel-4.22.0", 1_500, 1_508, 125));
        assertThat(Demo.table(all).lines().filter(each -> each.startsWith("|")).toList())
                .satisfies(rows -> {
                    assertThat(rows.get(2)).contains("15x ?");
                    assertThat(rows.get(3)).contains("18.9x").doesNotContain("?");
                    assertThat(rows.get(4)).contains("0.962x ?");
                });
        assertThat(Demo.verdicts(all))
                .isEqualTo("Bytes are exact. A ? means: too few runs for a verdict on time and memory, which needs 5"
                        + " of each.");
        assertThat(Demo.verdicts(List.of(runs("mehari", 1, 1, 1), runs("camel-4.22.0", 1, 1, 1))))
                .contains("do not show a difference");
    }

    @Test
    void aSubjectWithoutFiguresIsLeftOut() {
        String text = Demo.table(List.of(runs("mehari", 100, 80, 130), new Demo.Runs("camel-4.22.0", List.of())));
        assertThat(text).doesNotContain("camel");
    }
}
