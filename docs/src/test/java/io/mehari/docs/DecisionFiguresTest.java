package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No decision has a figure that could become false unseen: each number is one of the code or of a test, and
 * figures-of-decisions.txt says where. What was measured is on the pages of results, beside its data.
 */
class DecisionFiguresTest {
    private static final String REMEDY = "figures in decisions: say it in words and link to the results; or, if the"
            + " code or a test has that number, name the place in docs/src/test/resources/figures-of-decisions.txt";

    /** What has digits and is no figure: numbers of decisions, addresses, code, versions. */
    private static final Pattern NAMES = Pattern.compile("# \\d{3} |\\[[^\\]]*]\\(\\d{3}-[^)]*\\)|]\\([^)]*\\)|`[^`]*`"
            + "|<!-- generated: .*?<!-- end -->|JDK[ -]\\d+((,| and| or| to) \\d+)*|\\bCamel \\d[\\d.]*");

    /** A number with its unit, or a comparison in words. */
    private static final Pattern FIGURE = Pattern.compile(
            "(?<![\\w.,-])\\d([\\d.,]*\\d)?( ?%| ?[kKMG]i?B\\b| [a-z]*s\\b)?|\\b(\\w+ times|twice|half) as\\b"
                    + "|\\ba (half|third|quarter|fifth|tenth) (more|less|longer|faster|slower)\\b");

    private record Row(String decision, String figure, Path file, String text) {
        static Row of(String line) {
            String[] parts = line.split(" \\| ", 4);
            return new Row(parts[0], parts[1], Samples.root().resolve(parts[2]), parts[3]);
        }

        /** Whether the file has the text, on one line or several, and the text the number. */
        boolean isTrue() throws IOException {
            String number = figure.replaceAll("[^\\d.]", "");
            return Files.exists(file)
                    && Files.readString(file).replaceAll("\\s+", " ").contains(text)
                    && Pattern.compile("(?<![\\d.])" + Pattern.quote(number) + "(?![\\d.])")
                            .matcher(text.replace("_", ""))
                            .find();
        }

        String name() {
            return decision + " | " + figure;
        }
    }

    @Test
    void eachFigureIsInTheCodeOrInATest() throws IOException {
        Set<String> held = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("src/test/resources/figures-of-decisions.txt"))) {
            if (!line.startsWith("#")) {
                Row row = Row.of(line);
                held.add(row.name());
                if (!row.isTrue()) {
                    wrong.add("no longer true: " + line);
                }
            }
        }
        Set<String> unused = new TreeSet<>(held);
        for (Page page : Page.all()) {
            if (page.name().startsWith("docs/decisions/")) {
                String decision = page.name().replaceFirst(".*/(\\d{3}|README).*", "$1");
                Matcher figure = FIGURE.matcher(sentences(page));
                while (figure.find()) {
                    String name = decision + " | " + figure.group();
                    unused.remove(name);
                    if (!held.contains(name)) {
                        wrong.add(name);
                    }
                }
            }
        }
        assertThat(wrong).as(REMEDY).isEmpty();
        assertThat(unused).as("listed, but in no decision").isEmpty();
    }

    private static String sentences(Page page) {
        return NAMES.matcher(String.join(" ", page.prose())).replaceAll(" ").replaceAll(" +", " ");
    }
}
