package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of problems explains each code that exceptions and warnings print, and no other. */
class ProblemsTest {
    private static final Pattern CODE = Pattern.compile("MH-\\d+");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (MH-\\d+) \\| (.*?) \\| (.*?) \\| (.*) \\|$");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern EXCEPTION = Pattern.compile("(?m)^public (?:final )?class (\\w+Exception)\\b");
    private static final Path ROOT = Path.of("..");

    /** Superclasses, which are not thrown themselves. */
    private static final Set<String> WITHOUT_CODE =
            Set.of("RuntimeRoutingException", "RoutingExchangeException", "PredicateValidationException");

    private static List<String> sources() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path module : Stream.of(
                        "core-api",
                        "core-impl",
                        "core-main",
                        "core-connector",
                        "extensions/porting",
                        "extensions/simple",
                        "testing")
                .map(ROOT::resolve)
                .toList()) {
            addAll(module.resolve("src/main/java"), sources);
        }
        try (Stream<Path> components = Files.list(ROOT)) {
            for (Path each : components
                    .filter(path -> path.getFileName().toString().startsWith("components-"))
                    .toList()) {
                addAll(each.resolve("src/main/java"), sources);
            }
        }
        return sources;
    }

    private static void addAll(Path folder, List<String> sources) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                sources.add(Files.readString(each).replaceAll("\"\\s*\\+ \"", ""));
            }
        }
    }

    /** The code, and what the page quotes of the message. */
    private static Map<String, String> rows() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("guide", "problems.md")));
        while (row.find()) {
            assertThat(rows.put(row.group(1), row.group(2))).as(row.group(1)).isNull();
            assertThat(row.group(3).length())
                    .as("the cause of %s", row.group(1))
                    .isGreaterThan(10);
            assertThat(row.group(4).length())
                    .as("the remedy of %s", row.group(1))
                    .isGreaterThan(10);
        }
        return rows;
    }

    @Test
    void s6_thePageHasEachCodeAndNoOther() throws IOException {
        Set<String> codes = new TreeSet<>();
        for (String each : sources()) {
            CODE.matcher(each).results().forEach(found -> codes.add(found.group()));
        }
        assertThat(rows().keySet()).isEqualTo(codes);
    }

    @Test
    void s6_whatThePageQuotesIsInTheMessage() throws IOException {
        List<String> sources = sources();
        rows().forEach((code, message) -> {
            Matcher quoted = QUOTED.matcher(message);
            assertThat(quoted.find()).as("%s quotes its message", code).isTrue();
            do {
                String words = quoted.group(1);
                assertThat(sources)
                        .as("%s: %s", code, words)
                        .anyMatch(each ->
                                Pattern.compile(code + "\\b").matcher(each).find()
                                        && each.replace("\\\"", "\"").contains(words));
            } while (quoted.find());
        });
    }

    @Test
    void s6_eachExceptionHasACode() throws IOException {
        for (String each : sources()) {
            Matcher exception = EXCEPTION.matcher(each);
            if (exception.find() && !WITHOUT_CODE.contains(exception.group(1))) {
                assertThat(each).as(exception.group(1)).containsPattern("@Problem\\((value = )?\"MH-\\d+\"");
            }
        }
    }
}
