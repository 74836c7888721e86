package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.Charts;
import io.mehari.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages show what runs, link to what is there, and their tables are those of the code. */
class PagesTest {

    private static final boolean WRITE = Boolean.getBoolean("mehari.docs.write");
    private static final String REMEDY =
            "%nTo rewrite blocks and tables: mvn -o -pl docs -am test -Dtest=PagesTest -Dmehari.docs.write=true%n";
    private static final Pattern REFERENCE = Pattern.compile("<!-- ([\\w./-]+(?:#[\\w.-]+)?) -->");
    private static final Pattern GENERATED = Pattern.compile("<!-- generated: (\\w+) (.+) -->");
    private static final Pattern NAMED_TEST = Pattern.compile("`((?:[ehpuxrq]|fault)\\d+_\\w+)`");
    private static final Pattern COURSE = Pattern.compile("course|step\\d+");
    private static final String END = "<!-- end -->";
    private static final String IMPORTS = "<!-- generated: imports page -->";

    @Test
    void everyBlockIsTheRegionThatRuns() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Page page : Page.all()) {
            boolean changed = false;
            if (isOfTheCourse(page)) {
                continue; // whose pages are compared with its code by the course itself
            }
            for (int i = 0; i < page.lines.size(); i++) {
                if (page.lines.get(i).equals("```java")) {
                    changed |= compareBlock(page, i, wrong);
                }
            }
            if (changed) {
                page.write();
            }
        }
        assertThat(wrong)
                .as("blocks that are not what runs" + String.format(REMEDY))
                .isEmpty();
    }

    private static boolean isOfTheCourse(Page page) {
        return COURSE.matcher(page.file.getParent().getFileName().toString()).matches();
    }

    /** Whether it was rewritten. */
    private static boolean compareBlock(Page page, int fence, List<String> wrong) throws IOException {
        Matcher reference = REFERENCE.matcher(fence == 0 ? "" : page.lines.get(fence - 1));
        if (!reference.matches()) {
            wrong.add(page.at(fence) + " has no line <!-- File#region --> above it");
            return false;
        }
        int end = page.lines.subList(fence + 1, page.lines.size()).indexOf("```") + fence + 1;
        List<String> block = page.lines.subList(fence + 1, end);
        String runs = Samples.shownBy(page.file, reference.group(1));
        if (String.join("\n", block).equals(runs)) {
            return false;
        }
        if (WRITE) {
            block.clear();
            block.addAll(List.of(runs.split("\n", -1)));
        } else {
            wrong.add(page.at(fence) + " is not " + reference.group(1));
        }
        return WRITE;
    }

    @Test
    void everyRegionIsInATestOrCalledByOne() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path each :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                sources.put(each.getFileName().toString().replace(".java", ""), Files.readString(each));
            }
        }
        Set<String> idle = new TreeSet<>();
        sources.forEach((name, text) -> {
            boolean shows = text.contains("// region ");
            boolean called = sources.entrySet().stream()
                    .anyMatch(other ->
                            other.getKey().endsWith("Test") && other.getValue().matches("(?s).*\\b" + name + "\\b.*"));
            if (shows && !name.endsWith("Test") && !called) {
                idle.add(name);
            }
        });
        assertThat(idle).as("files with regions that no test names").isEmpty();
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        Map<Path, Page> pages = new HashMap<>();
        for (Page each : Page.all()) {
            pages.put(each.file, each);
        }
        List<String> dead = new ArrayList<>();
        for (Page page : pages.values()) {
            for (Map.Entry<Integer, String> link : page.links()) {
                if (!link.getValue().matches("[a-z]+:.*") && isDead(page, link.getValue(), pages)) {
                    dead.add(page.at(link.getKey()) + " links to " + link.getValue());
                }
            }
        }
        assertThat(dead).as("dead links").isEmpty();
    }

    private static boolean isDead(Page page, String link, Map<Path, Page> pages) {
        int hash = link.indexOf('#');
        String target = hash < 0 ? link : link.substring(0, hash);
        Path file =
                target.isEmpty() ? page.file : page.file.resolveSibling(target).normalize();
        if (!Files.exists(file) || !file.startsWith(Samples.root())) {
            return true;
        }
        Page other = pages.get(file);
        return hash >= 0 && (other == null || !other.anchors().contains(link.substring(hash + 1)));
    }

    @Test
    void everyTableIsTheCodes() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Page page : Page.all()) {
            boolean changed = false;
            for (int i = 0; i < page.lines.size(); i++) {
                Matcher begin = GENERATED.matcher(page.lines.get(i));
                if (begin.matches()) {
                    changed |= compareTable(page, i, begin.group(1), begin.group(2), wrong);
                }
            }
            if (changed) {
                page.write();
            }
        }
        assertThat(wrong)
                .as("tables that are not the code's" + String.format(REMEDY))
                .isEmpty();
    }

    /** Whether it was rewritten. */
    private static boolean compareTable(Page page, int begin, String kind, String of, List<String> wrong)
            throws Exception {
        int end = page.lines.subList(begin + 1, page.lines.size()).indexOf(END) + begin + 1;
        assertThat(end).as(page.at(begin) + " is not ended by " + END).isGreaterThan(begin);
        List<String> shown = page.lines.subList(begin + 1, end);
        List<String> generated = new ArrayList<>(List.of(""));
        generated.addAll(Generated.lines(page, kind, of));
        generated.add("");
        if (shown.equals(generated)) {
            return false;
        }
        if (WRITE) {
            shown.clear();
            shown.addAll(generated);
        } else {
            wrong.add(page.at(begin) + ": " + kind + " of " + of);
        }
        return WRITE;
    }

    @Test
    void everyPageWithSamplesSaysWhatTheyImport() throws IOException {
        List<String> silent = new ArrayList<>();
        for (Page page : Page.all()) {
            if (isOfTheCourse(page)
                    || page.lines.contains(IMPORTS)
                    || ImportList.lines(page).isEmpty()) {
                continue;
            }
            if (WRITE) {
                page.lines.addAll(List.of("", IMPORTS, END));
                page.write();
            } else {
                silent.add(page.name() + " has no line " + IMPORTS);
            }
        }
        assertThat(silent)
                .as("pages that do not say what to import" + String.format(REMEDY))
                .isEmpty();
    }

    @Test
    void everyLawIsOnItsPage() throws IOException {
        Set<String> shown = new TreeSet<>();
        for (String line : new Page(Samples.root().resolve("docs/guide/laws.md")).lines) {
            Matcher begin = GENERATED.matcher(line);
            if (begin.matches()) {
                shown.add(begin.group(2));
            }
        }
        Set<String> tested = new TreeSet<>(TestLinks.all().keySet());
        tested.removeIf(each -> each.startsWith("fault"));
        assertThat(shown)
                .as("laws on the page, and laws that tests bear the name of")
                .isEqualTo(tested);
    }

    @Test
    void everyTestThatAPageNamesExists() throws IOException {
        Set<String> tests = new TreeSet<>();
        TestLinks.all()
                .forEach((law, files) -> files.values()
                        .forEach(names -> names.forEach(name -> tests.add(law + "_" + name.replace("`", "")))));
        List<String> wrong = new ArrayList<>();
        for (Page page : Page.all()) {
            for (int i = 0; i < page.lines.size(); i++) {
                String line = page.lines.get(i);
                Matcher named =
                        NAMED_TEST.matcher(line.contains(".java): `") ? "" : line); // generated: has no law's name
                while (named.find()) {
                    if (!named.group(1).endsWith("_...") && !tests.contains(named.group(1))) {
                        wrong.add(page.at(i) + " names " + named.group(1));
                    }
                }
            }
        }
        assertThat(wrong).as("tests that are not there").isEmpty();
    }

    @Test
    void everyPictureIsMadeOfTheFiguresBesideIt() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path folder : files(Figures.FOLDER, "")) {
            Path data = folder.resolveSibling(folder.getFileName() + ".json");
            if (!Files.isDirectory(folder)) {
                continue;
            }
            Map<Path, String> made = new HashMap<>();
            Charts.of(Result.read(data)).forEach(each -> made.put(folder.resolve(each.name() + ".svg"), each.svg()));
            for (Path picture : files(folder, ".svg")) {
                String right = made.getOrDefault(picture, "");
                if (WRITE && !right.isEmpty()) {
                    Files.writeString(picture, right);
                } else if (!Files.readString(picture).equals(right)) {
                    wrong.add(Samples.root().relativize(picture).toString());
                }
            }
        }
        assertThat(wrong)
                .as("pictures that are not made of the figures" + String.format(REMEDY))
                .isEmpty();
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
