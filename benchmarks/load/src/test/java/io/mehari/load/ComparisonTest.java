package io.mehari.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.Better;
import io.mehari.report.Result;
import io.mehari.report.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two results are compared figure by figure, and nothing is claimed that they do not show. */
class ComparisonTest {
    private static final String GROUP = "seda/1-1, 1000 a second";

    private static Row row(String subject, String group, Better better, String metric, Double... samples) {
        return Row.of(group, subject, "25", metric, better, List.of(samples));
    }

    private static Result result(String commit, Row... rows) {
        return Result.begun("Load", commit, "./bench load").withRows(List.of(rows));
    }

    private static String compared(Result a, Result b) {
        return new Comparison(a, b).print("a.json", "b.json");
    }

    @Test
    void aRatioAboveOneIsTheFirstOnesAdvantage() {
        Result a = result("one", row("mehari", GROUP, Better.LESS, "p99 us", 10.0, 11.0, 10.0));
        Result b = result("two", row("mehari", GROUP, Better.LESS, "p99 us", 20.0, 22.0, 21.0));
        assertThat(compared(a, b)).contains("a: a.json (one", "b: b.json (two", "2.10x", "a is ahead");
        assertThat(compared(b, a)).contains("0.48x", "b is ahead");
        assertThat(compared(a, a)).contains("1.00x", "no difference shown");
    }

    @Test
    void oneRunEachShowsNothing() {
        Result a = result("one", row("mehari", GROUP, Better.MORE, "messages/s", 1000.0));
        Result b = result("two", row("mehari", GROUP, Better.MORE, "messages/s", 10.0));
        assertThat(compared(a, b)).contains("100.00x", "too few samples").doesNotContain("ahead");
    }

    @Test
    void twoSubjectsAreComparedWhereEachResultHasOne() {
        Result a = result("one", row("mehari", GROUP, Better.LESS, "p99 us", 1.0));
        Result b = result("one", row("camel-4.22.0", GROUP, Better.LESS, "p99 us", 2.0));
        assertThat(compared(a, b)).contains("mehari / camel-4.22.0", "2.00x");
    }

    @Test
    void otherRatesDoNotCompare() {
        Result a = result("one", row("mehari", GROUP, Better.LESS, "p99 us", 1.0));
        Result b = result("one", row("mehari", "seda/1-1, 2000 a second", Better.LESS, "p99 us", 2.0));
        assertThat(compared(a, b)).contains("no figure in common", "Compare runs of one scenario at one rate");
    }

    @Test
    void filesAreRead(@TempDir Path folder) throws Exception {
        Result result = result("one", row("mehari", GROUP, Better.LESS, "p99 us", 1.0, 2.0, 3.0));
        Path file = folder.resolve("a.json");
        result.write(file);
        assertThat(Load.compared("compare", file.toString(), file.toString())).contains("no difference shown");
    }
}
