package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The published charts have exactly the bytes that the published figures give. */
class PublishedPicturesTest {
    private static final Path PUBLISHED = Path.of("..", "..", "docs", "results", "data");

    @Test
    void eachPictureIsMadeOfTheFiguresBesideIt() throws IOException {
        List<Path> results = named(PUBLISHED, ".json");
        assertThat(results).isNotEmpty();
        for (Path each : results) {
            Map<String, String> made = Charts.of(Result.read(each)).stream()
                    .collect(Collectors.toMap(picture -> picture.name() + ".svg", Charts.Picture::svg));
            String name = each.getFileName().toString();
            for (Path picture : named(PUBLISHED.resolve(name.substring(0, name.lastIndexOf('.'))), ".svg")) {
                assertThat(Files.readString(picture))
                        .as("%s", picture)
                        .isEqualTo(made.get(picture.getFileName().toString()));
            }
        }
    }

    /** Reads only the chart, as a reader would. */
    @Test
    void aReaderReadsTheMedianOffTheAxis() throws IOException {
        Map<String, List<Percentiles>> lines = Result.read(PUBLISHED.resolve("latency-25.json")).percentiles().stream()
                .collect(Collectors.groupingBy(each -> Scenario.file(each.group(), "latency-us-jdk-25") + ".svg"));
        for (Path picture : named(PUBLISHED.resolve("latency-25"), ".svg")) {
            String svg = Files.readString(picture);
            List<PublishedAxes.Label> ticks = PublishedAxes.upright(svg);
            for (int i = 1; i < ticks.size(); i++) {
                assertThat(ticks.get(i - 1).at() - ticks.get(i).at())
                        .as("%s", picture)
                        .isGreaterThan(10);
            }
            List<Percentiles> drawn = lines.get(picture.getFileName().toString());
            List<Double> begins = PublishedAxes.begins(svg);
            assertThat(begins).hasSize(2 * drawn.size()); // the curves, then the legend
            for (int i = 0; i < drawn.size(); i++) {
                double first = drawn.get(i).points().get(0).y();
                assertThat(PublishedAxes.logarithmic(ticks, begins.get(i)))
                        .as("%s, %s", picture, drawn.get(i).subject())
                        .isBetween(0.97 * first, 1.03 * first);
            }
        }
    }

    /** The curve and its table have the same median, for any number of rounds. */
    @Test
    void aCurveIsTheFiguresOfItsRows() throws IOException {
        Result result = Result.read(PUBLISHED.resolve("latency-25.json"));
        List<Percentiles> shown = result.percentiles().stream()
                .filter(line -> !line.group().contains("/life"))
                .toList();
        assertThat(shown).isNotEmpty();
        for (Percentiles line : shown) {
            assertThat(result.rows())
                    .filteredOn(row ->
                            row.group().equals(line.group()) && row.subject().equals(line.subject()))
                    .filteredOn(row -> row.metric().equals("p50 us"))
                    .extracting(Row::value)
                    .containsExactly(line.points().get(0).y());
        }
    }

    private static List<Path> named(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of(); // figures for which no chart is published
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.getFileName().toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
