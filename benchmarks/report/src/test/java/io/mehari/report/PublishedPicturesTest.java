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

/** The pictures beside the published results are those of the published figures, to the byte. */
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

    private static List<Path> named(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of(); // figures of which no picture is shown
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.getFileName().toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
