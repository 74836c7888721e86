package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JMH output is converted to rows: the score and the bytes, by scenario, subject and JDK. */
class FromJmhTest {
    @TempDir
    Path folder;

    @Test
    void scoresAndBytesBecomeRows() throws IOException {
        Result result = converted("jmh.json");

        assertThat(result.rows())
                .extracting(Row::group, Row::subject, Row::jdk, Row::metric, Row::better)
                .containsExactly(
                        row("Pattern.send/mixed, aggregator", "mehari", "ns/op", Better.LESS),
                        row("Pattern.send/mixed, aggregator", "mehari", "B/op", Better.LESS),
                        row("Pattern.send/mixed, aggregator", "camel-4.22.0", "ns/op", Better.LESS),
                        row("Pattern.send/mixed, aggregator", "camel-4.22.0", "B/op", Better.LESS),
                        row("Queue.flow/headers=4, threads=2", "mehari", "ops/s", Better.MORE),
                        row("Life.once", "mehari", "us/op", Better.LESS));
        assertThat(result.jdks())
                .containsExactly(new Jdk("25", "25.0.3+9-LTS", "OpenJDK 64-Bit Server VM", "-Xms1g -Xmx1g"));
    }

    @Test
    void aSampleIsAForkWhereThereAreThree() throws IOException {
        Row row = converted("jmh.json").rows().get(0);

        assertThat(row.samples()).containsExactly(67.0, 69.0, 68.0);
        assertThat(row.value()).isEqualTo(68);
        assertThat(row.low()).isEqualTo(67);
        assertThat(row.note()).isEmpty();
    }

    @Test
    void aSampleIsAnIterationWhereThereAreFewerAndTheNoteSaysSo() throws IOException {
        Row row = converted("jmh.json").rows().get(4);

        assertThat(row.samples()).containsExactly(1000.0, 1100.0, 1050.0, 1150.0);
        assertThat(row.note()).isEqualTo("samples are iterations of 2 forks");
    }

    @Test
    void sampledTimesBecomePercentiles() throws IOException {
        Result result = converted("jmh.json");

        assertThat(result.percentiles())
                .containsExactly(new Percentiles(
                        "Life.once",
                        "mehari",
                        "25",
                        "us",
                        List.of(new Point(0, 1.5), new Point(0.5, 2), new Point(0.99, 4.5), new Point(1, 9))));
    }

    @Test
    void twoKindsOfOneJdkAreRefused() throws IOException {
        Path file = file("jmh.json");
        Path other = folder.resolve("other.json");
        Files.writeString(other, Files.readString(file).replace("-Xmx1g", "-Xmx4g"));

        assertThatThrownBy(() -> FromJmh.of(List.of(file, other), "t", "c", "x"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.json, expected one JDK called 25");
    }

    @Test
    void theProgramWritesAResult() throws IOException {
        Path result = folder.resolve("result.json");

        FromJmh.run(file("jmh.json").toString(), "-o", result.toString(), "--title", "Patterns", "--commit", "abc1234");

        assertThat(Result.read(result).title()).isEqualTo("Patterns");
        assertThat(Result.read(result).commit()).isEqualTo("abc1234");
    }

    private static Tuple row(String group, String subject, String metric, Better better) {
        return Tuple.tuple(group, subject, "25", metric, better);
    }

    private Result converted(String resource) throws IOException {
        return FromJmh.of(List.of(file(resource)), "Patterns", "abc1234", "java -jar benchmarks.jar Pattern");
    }

    private Path file(String resource) throws IOException {
        return Files.writeString(folder.resolve(resource), Samples.text(resource));
    }
}
