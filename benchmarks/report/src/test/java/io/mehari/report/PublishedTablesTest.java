package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of figures in README and on the result pages are generated from the published results. A table begins
 * after {@code <!-- measured: NAME -->} and ends at {@code <!-- end -->}.
 */
class PublishedTablesTest {
    private static final boolean WRITE = Boolean.getBoolean("mehari.docs.write");
    private static final String REMEDY =
            " made anew by mvn -o -pl benchmarks/report test -Dtest=PublishedTablesTest -Dmehari.docs.write=true";
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern BEGIN = Pattern.compile("<!-- measured: (.+) -->");
    private static final String END = "<!-- end -->";

    private final MeasuredTables tables = new MeasuredTables(
            new PublishedFigures(ROOT.resolve("docs").resolve("results").resolve("data")));

    @Test
    void eachTableIsMadeOfThePublishedFigures() throws IOException {
        int found = 0;
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            List<String> right = withTables(lines);
            found += (int)
                    lines.stream().filter(line -> BEGIN.matcher(line).matches()).count();
            if (WRITE && !right.equals(lines)) {
                Files.write(page, right);
            } else {
                assertThat(lines).as(page + REMEDY).isEqualTo(right);
            }
        }
        assertThat(found).isPositive();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> results = Files.list(ROOT.resolve("docs").resolve("results"))) {
            results.filter(each -> each.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private List<String> withTables(List<String> lines) throws IOException {
        List<String> all = new ArrayList<>();
        boolean within = false;
        for (String line : lines) {
            Matcher begin = BEGIN.matcher(line);
            if (begin.matches()) {
                all.add(line);
                all.addAll(tables.table(begin.group(1)));
                within = true;
            } else if (line.equals(END)) {
                within = false;
            }
            if (!within) {
                all.add(line);
            }
        }
        assertThat(within).as("a table without " + END).isFalse();
        return all;
    }
}
