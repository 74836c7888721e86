package io.mehari.scenarios.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.Result;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures are compared in pairs, noise is reported first, and subjects without figures are listed with the reason. */
class FindingsTest {
    private static final Path JDK = Path.of("jdk-25");
    private static final List<Contender> SUBJECTS =
            List.of(Contender.of("mehari"), Contender.of("array-blocking-queue"), Contender.of("raw-disruptor"));

    private final Comparison comparison =
            new Comparison(Variation.of("seda/1-1"), SUBJECTS, List.of(JDK), contender -> true);

    private static void measured(Outcome entry, double... rates) {
        entry.add(
                new Fields("jvm").text("name", "25").text("version", "25.0.3+9").text("vendor", "somebody"));
        for (double each : rates) {
            entry.add(new Fields("total")
                    .number("messages", each)
                    .number("nanos", 1_000_000_000L)
                    .number("allocated", 96 * each)
                    .number("cpu", 50 * each)
                    .number("warmUp", 3_500_000_000L)
                    .truth("steady", each != 990));
        }
    }

    private void allMeasured() {
        measured(comparison.noise.get(0), 1000, 1010, 990);
        measured(comparison.noise.get(1), 1005, 1000, 995);
        measured(comparison.entries.get(0), 2000, 2010, 1990);
        measured(comparison.entries.get(1), 1000, 1010, 990);
    }

    @Test
    void eachTakesItsTurnThereAndBackBehindTheNoise() {
        Comparison two =
                new Comparison(Variation.of("seda/1-1"), SUBJECTS, List.of(JDK, Path.of("jdk-17")), contender -> true);
        assertThat(two.order(3))
                .extracting(each ->
                        each.jdk + " " + each.contender.id() + (two.noise.indexOf(each) % 2 == 1 ? " again" : ""))
                .containsSubsequence("jdk-25 mehari", "jdk-25 mehari again", "jdk-25 mehari again", "jdk-25 mehari")
                .endsWith(
                        "jdk-17 array-blocking-queue",
                        "jdk-17 mehari",
                        "jdk-25 array-blocking-queue",
                        "jdk-25 mehari",
                        "jdk-25 mehari",
                        "jdk-25 array-blocking-queue",
                        "jdk-17 mehari",
                        "jdk-17 array-blocking-queue")
                .hasSize(2 * 3 * 2 + 4 * 3);
    }

    @Test
    void whoCannotDoItIsLeftOutWithASentence() {
        assertThat(comparison.entries)
                .extracting(each -> each.contender.id())
                .containsExactly("mehari", "array-blocking-queue");
        assertThat(comparison.leftOut).singleElement().asString().startsWith("raw-disruptor: It is the ring");
        Comparison alone = new Comparison(
                comparison.variation, SUBJECTS, List.of(JDK), each -> each.id().equals("mehari"));
        assertThat(alone.leftOut).contains("array-blocking-queue: Its jars are not there.");
    }

    @Test
    void whoIsAheadIsSaidAndSoIsTheNoise() {
        allMeasured();
        assertThat(Findings.of(comparison))
                .contains("| mehari               | 25  |     3 |      2,000 | -0.5..+0.5 % |")
                .contains("Noise at seda/1-1, JDK 25, messages/s: no difference shown between mehari and itself (")
                .contains("JDK 25, messages/s: mehari is ahead of array-blocking-queue by 2x")
                .contains("Not steady at the end of the warm-up")
                .contains("array-blocking-queue on JDK 25 in 1 of 3")
                .contains("|       3.5 |")
                .contains("Not compared: raw-disruptor: ");
    }

    @Test
    void noDifferenceMayBeShown() {
        measured(comparison.entries.get(0), 1000, 1200, 900);
        measured(comparison.entries.get(1), 1100, 1000, 990);
        assertThat(Findings.verdicts(comparison)).singleElement().asString().contains("no difference shown");
    }

    @Test
    void aMachineThatTellsASubjectFromItselfIsNotToBeBelieved() {
        measured(comparison.noise.get(0), 1000, 1010, 990);
        measured(comparison.noise.get(1), 500, 505, 495);
        assertThat(Findings.noise(comparison)).singleElement().asString().contains("means nothing");
    }

    @Test
    void whoDidNotDoTheWorkHasARowWithoutFiguresAndNoVerdict() {
        allMeasured();
        comparison.entries.get(1).add(new Fields("refused").text("wrong", "1 lost; 3007 were expected"));
        assertThat(Findings.of(comparison)).contains("REFUSED: 1 lost; 3007 were expected");
        assertThat(Findings.verdicts(comparison)).isEmpty();
        Result result = ResultFile.of(List.of(comparison), "abc", "command", List.of());
        assertThat(result.rows())
                .allMatch(row -> row.subject().equals("mehari"))
                .hasSize(Metric.values().length);
        assertThat(result.notes()).anyMatch(note -> note.contains("REFUSED"));
    }

    @Test
    void thoseWhoHadATurnLessAreComparedAsFarAsTheyWent() {
        measured(comparison.entries.get(0), 2000, 2010, 1990);
        measured(comparison.entries.get(1), 1000, 1010);
        assertThat(Findings.verdicts(comparison)).hasSize(1);
        comparison.entries.get(1).failed("ended");
        comparison.entries.get(1).forget(0);
        assertThat(Findings.of(comparison)).contains("not measured");
    }

    @Test
    void theResultHasEveryForkOfEachMetric() {
        allMeasured();
        Result result = ResultFile.of(List.of(comparison), "abc", "command", List.of("a note"));
        assertThat(result.jdks())
                .singleElement()
                .satisfies(jdk -> assertThat(jdk.name()).isEqualTo("25"));
        assertThat(result.rows()).hasSize(2 * Metric.values().length).first().satisfies(row -> {
            assertThat(row.metric()).isEqualTo("messages/s");
            assertThat(row.samples()).containsExactly(2000.0, 2010.0, 1990.0);
        });
        assertThat(result.rows())
                .filteredOn(row -> row.metric().equals("warm-up s"))
                .filteredOn(row -> row.subject().equals("array-blocking-queue"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.samples()).containsExactly(3.5, 3.5, 3.5);
                    assertThat(row.note()).isEqualTo("not steady in 1 of 3");
                });
        assertThat(result.notes()).contains("a note").anyMatch(note -> note.startsWith("Noise at seda/1-1"));
    }
}
