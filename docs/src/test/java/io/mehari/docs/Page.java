package io.mehari.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of Markdown as the checks see it: its lines, which of them are code, its headings and its links. */
final class Page {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^()\\s]+)\\)");
    private static final Pattern ID = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");

    final Path file;
    final List<String> lines;

    Page(Path file) throws IOException {
        this.file = file;
        this.lines = new ArrayList<>(Files.readAllLines(file));
    }

    /** All pages of the project: those in its folder and those under docs. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(Samples.root());
                Stream<Path> docs = Files.walk(Samples.root().resolve("docs"))) {
            for (Path each : Stream.concat(top, docs).sorted().toList()) {
                if (each.toString().endsWith(".md") && !each.toString().contains("target")) {
                    pages.add(new Page(each));
                }
            }
        }
        return pages;
    }

    /** Counts from the folder of the project. */
    String name() {
        return Samples.root().relativize(file).toString().replace('\\', '/');
    }

    String at(int line) {
        return name() + ":" + (line + 1);
    }

    /** The lines outside of code blocks; those within are empty, so that numbers stay. */
    List<String> prose() {
        List<String> prose = new ArrayList<>();
        boolean code = false;
        for (String line : lines) {
            boolean fence = line.startsWith("```");
            prose.add(code || fence ? "" : line);
            code ^= fence;
        }
        return prose;
    }

    /** Where its links lead to, each with its line. */
    List<Map.Entry<Integer, String>> links() {
        List<Map.Entry<Integer, String>> links = new ArrayList<>();
        List<String> prose = prose();
        for (int i = 0; i < prose.size(); i++) {
            Matcher link = LINK.matcher(INLINE_CODE.matcher(prose.get(i)).replaceAll("c"));
            while (link.find()) {
                links.add(Map.entry(i, link.group(1)));
            }
        }
        return links;
    }

    /** What a link to this page may have behind its #. */
    Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : prose()) {
            if (line.startsWith("#")) {
                String anchor = anchor(line.replaceFirst("^#+ *", ""));
                int before = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
            Matcher id = ID.matcher(line);
            while (id.find()) {
                anchors.add(id.group(1));
            }
        }
        return anchors;
    }

    /** As repository browsers make them: letters, digits and hyphens stay, a space becomes a hyphen. */
    private static String anchor(String heading) {
        String text = heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
        return text.replaceAll("[^\\p{L}\\p{N}_\\- ]", "").replace(' ', '-');
    }

    /** What the block below {@code <!-- reference -->} shows. */
    String block(String reference) {
        int begin = lines.indexOf("<!-- " + reference + " -->");
        if (begin < 0) {
            throw new AssertionError(name() + " has no line <!-- " + reference + " -->");
        }
        return block(begin);
    }

    /** What the block below the reference in that line shows. */
    String block(int reference) {
        List<String> below = lines.subList(reference + 2, lines.size());
        return String.join("\n", below.subList(0, below.indexOf("```")));
    }

    void write() throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n");
    }
}
