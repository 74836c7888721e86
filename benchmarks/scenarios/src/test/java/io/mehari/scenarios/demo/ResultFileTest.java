package io.mehari.scenarios.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.ObjectRow;
import io.mehari.report.Point;
import io.mehari.report.Result;
import io.mehari.report.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file has the same figures as the tables, and lists the subjects without figures. */
class ResultFileTest {

    @TempDir
    private Path folder;

    @Test
    void figuresAndFaultsAreInTheFile() throws Exception {
        Path file = folder.resolve("demo.json");
        new ResultFile(Samples.outcomes())
                .of("abc1234", "./demo --seconds 2", List.of("a note"))
                .write(file);
        Result result = Result.read(file);
        assertThat(result.command()).isEqualTo("./demo --seconds 2");
        assertThat(result.jdks())
                .singleElement()
                .satisfies(jdk -> assertThat(jdk.name()).isEqualTo("25"));
        assertThat(result.notes())
                .anyMatch(note -> note.startsWith("camel-23686: timer(") && note.contains("Apache Camel's tracker"))
                .containsSubsequence(
                        "a note",
                        "camel-23686/flat-out, camel-4.20.0: REFUSED: 1 lost; 1000 were expected",
                        "camel-23686/flat-out, camel-4.22.0: not measured");
        assertThat(result.rows())
                .extracting(Row::subject, Row::metric, Row::value)
                .contains(
                        org.assertj.core.groups.Tuple.tuple("mehari", "messages/s", 1_500_000d),
                        org.assertj.core.groups.Tuple.tuple("mehari", "bytes/message", 184d));
        assertThat(result.series().get(0).points()).containsExactly(new Point(1, 1_000_000), new Point(2, 2_000_000));
        assertThat(result.objects())
                .extracting(ObjectRow::type)
                .containsExactly("io.mehari.impl.DefaultExchange", "java.lang.Long");
    }

    @Test
    void withoutAnyFigureItSaysSo() {
        Result result = new ResultFile(List.of()).of("abc1234", "./demo", List.of());
        assertThat(result.rows()).isEmpty();
        assertThat(result.notes()).containsExactly("Nothing was measured");
    }
}
