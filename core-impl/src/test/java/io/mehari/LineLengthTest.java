package io.mehari;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No line of Java is longer than the 120 columns of .editorconfig; the formatter does not wrap comments and strings.
 */
class LineLengthTest {
    private static final int MOST = 120;

    @Test
    void noLineIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        int files = 0;
        for (String sources : List.of("../core-api/src", "src")) {
            for (Path file : javaFiles(Path.of(sources))) {
                files++;
                List<String> lines = Files.readAllLines(file);
                for (int i = 0; i < lines.size(); i++) {
                    if (lines.get(i).length() > MOST) {
                        tooLong.add(file + ":" + (i + 1));
                    }
                }
            }
        }
        assertThat(files).isGreaterThan(300);
        assertThat(tooLong).as("lines of more than " + MOST + " columns").isEmpty();
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(each -> each.toString().endsWith(".java")).toList();
        }
    }
}
