package io.mehari.docs.mistakes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mistakes of a newcomer, and what is printed for each, as the page says it. */
class MistakesTest {
    private static final Path PAGE = Path.of("results", "mistakes.md");
    private static final boolean WRITES = Boolean.getBoolean("mehari.docs.write");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+?) \\| (.*) \\|$");

    private static final Map<String, List<Mistake>> SUBJECTS = new LinkedHashMap<>();
    private static final Map<String, String> SEEN = new LinkedHashMap<>();
    private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

    static {
        SUBJECTS.put("URIs, options and properties", UriMistakes.all());
        SUBJECTS.put("Routes, values and conversions", RouteMistakes.all());
        SUBJECTS.put("Order of calls, life cycle, queues and tests", LifeMistakes.all());
        SUBJECTS.put("Programs: Main and Spring Boot", ServiceMistakes.all());
        SUBJECTS.put("HTTP, TCP, ports and TLS", NetworkMistakes.all());
        SUBJECTS.put("Kafka and message brokers", BrokerMistakes.all());
    }

    @BeforeAll
    static void readPage() throws IOException {
        if (Files.exists(PAGE)) {
            Matcher row = ROW.matcher(Files.readString(PAGE));
            while (row.find() && !row.group(1).equals("the text for")) {
                EXPECTED.put(row.group(1), row.group(2));
            }
            EXPECTED.remove("mistake"); // the head of each table
        }
    }

    static Stream<Mistake> mistakes() {
        return SUBJECTS.values().stream().flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void s6_aMistakeIsSaidAsThePageTells(Mistake mistake) {
        String said = said(mistake).replace("|", "\\|").replace("<", "&lt;");
        SEEN.put(mistake.name(), said);
        if (!WRITES) {
            assertThat(said).isEqualTo(EXPECTED.get(mistake.name()));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // what is thrown is what is looked at
    private static String said(Mistake mistake) {
        try (Newcomer newcomer = new Newcomer()) {
            try {
                mistake.made().by(newcomer);
            } catch (Throwable e) {
                newcomer.say(e);
            }
            return newcomer.read();
        }
    }

    @Test
    void thereAreTwoHundredAndFiftyAndMore() {
        List<String> names = mistakes().map(Mistake::name).toList();
        assertThat(names)
                .hasSizeGreaterThan(250)
                .doesNotHaveDuplicates()
                .containsAll(Grades.missing().keySet());
        if (!WRITES) {
            assertThat(EXPECTED.keySet()).containsExactlyElementsOf(names);
        }
    }

    @AfterAll
    static void writePage() throws IOException {
        if (!WRITES) {
            return;
        }
        StringBuilder page = new StringBuilder("""
                # Mistakes, and what is printed

                What a newcomer does wrong, and what Mehari prints then: the exception, or else the first line of the log.
                The mistakes were written down from the guide's own samples, and by a reader in his first days.
                `MistakesTest` makes each of them and compares the text; `ID`, `PORT` and `/keys/` stand for what differs
                each time. Codes such as `[MH-3]` are explained on the page [problems](../guide/problems.md).

                A reader who has not written the texts has graded them. A: names the thing, the place and the remedy. B: one
                small thing is missing. What was below B has been mended. Now A is given to %d of them, and B to %d:
                [what is missing](#what-is-missing).
                """.formatted(
                        SEEN.size() - Grades.missing().size(), Grades.missing().size()));
        SUBJECTS.forEach((subject, mistakes) -> {
            page.append("\n## ").append(subject).append("\n\n| mistake | what is printed |\n|---|---|\n");
            mistakes.forEach(each -> page.append("| ")
                    .append(each.name())
                    .append(" | ")
                    .append(SEEN.get(each.name()))
                    .append(" |\n"));
        });
        page.append("\n## What is missing\n\n| the text for | does not say |\n|---|---|\n");
        Grades.missing()
                .forEach((name, what) -> page.append("| ")
                        .append(name)
                        .append(" | ")
                        .append(what)
                        .append(" |\n"));
        Files.writeString(PAGE, page);
    }
}
