package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No page of the guide has a measured time or rate. These are on the result pages, in tables that are generated from
 * the published data. If a sentence repeated them, it would contradict the tables after the next measurement.
 */
class GuideWithoutFiguresTest {
    private static final Path GUIDE = Path.of("..", "..", "docs", "guide");
    private static final Pattern FIGURE = Pattern.compile(
            "\\d ?(ns|us|µs|M/s)\\b|million messages|\\b(takes|took|costs|moves|moved) (up to )?(\\d+ times|twice as|half of|a third more|a quarter more)\\b");

    @Test
    void noSentenceTellsWhatWasMeasured() throws IOException {
        List<String> told = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(GUIDE)) {
            for (Path page : pages.filter(each -> each.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                boolean code = false;
                for (String line : Files.readAllLines(page)) {
                    code ^= line.startsWith("```");
                    if (!code && FIGURE.matcher(line).find()) {
                        told.add(GUIDE.relativize(page) + ": " + line);
                    }
                }
            }
        }
        assertThat(told)
                .as("link to the page of results instead, or add a table to MeasuredTables")
                .isEmpty();
    }
}
