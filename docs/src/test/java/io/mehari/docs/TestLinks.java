package io.mehari.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tests that bear the name of a law, such as {@code q4_anInterruptedSendFailsAndKeepsTheFlag}. */
final class TestLinks {

    private static final Pattern NAMED = Pattern.compile("void ([ehpuxsrq]\\d+|fault\\d+)_(\\w+)\\(");
    private static final Map<String, Map<Path, List<String>>> BY_LAW = find();

    private TestLinks() {}

    /** One line: the files, each with its tests. */
    static List<String> of(Page page, String law) {
        Map<Path, List<String>> tests = BY_LAW.get(law);
        if (tests == null) {
            throw new AssertionError(page.name() + " names " + law + ", but no test bears that name: no method " + law
                    + "_... in core-api, core-impl, core-main, core-connector, components-queue or extensions");
        }
        List<String> lines = new ArrayList<>();
        tests.forEach((file, names) -> lines.add("- ["
                + file.getFileName().toString().replace(".java", "") + "]("
                + page.file.getParent().relativize(file).toString().replace('\\', '/') + "): "
                + String.join(", ", names)));
        return lines;
    }

    static Map<String, Map<Path, List<String>>> all() {
        return BY_LAW;
    }

    private static Map<String, Map<Path, List<String>>> find() {
        Map<String, Map<Path, List<String>>> found = new TreeMap<>();
        for (String module : List.of(
                "core-api",
                "core-impl",
                "core-main",
                "core-connector",
                "components-queue",
                "extensions/porting",
                "extensions/simple")) {
            try (Stream<Path> files = Files.walk(Samples.root().resolve(module + "/src/test/java"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    addTests(file, found);
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        return found;
    }

    private static void addTests(Path file, Map<String, Map<Path, List<String>>> found) throws IOException {
        Matcher test = NAMED.matcher(Files.readString(file));
        while (test.find()) {
            found.computeIfAbsent(test.group(1), law -> new TreeMap<>())
                    .computeIfAbsent(file, any -> new ArrayList<>())
                    .add("`" + test.group(2) + "`");
        }
    }
}
