package io.mehari.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The site as it was written: what is in it, and that every link in it leads somewhere. */
class WrittenSiteTest {
    private static final Pattern LINK = Pattern.compile(" (?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");

    @Test
    void everyPageOfTheProjectIsThere() throws IOException {
        List<String> pages = new Project(Written.PROJECT).pages();

        assertThat(pages)
                .contains("README.md", "CONTRIBUTING.md", "docs/guide/start-here.md", "docs/course/step01/README.md")
                .hasSizeGreaterThan(50)
                .allSatisfy(page ->
                        assertThat(Written.SITE.resolve(Address.ofPage(page))).isNotEmptyFile());
    }

    @Test
    void everyLinkAndAnchorLeadsSomewhere() throws IOException {
        Map<Path, Set<String>> ids = new HashMap<>();
        Set<String> dead = new TreeSet<>();
        int checked = 0;
        for (Path page : Written.pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                checked++;
                if (isDead(page, link.group(1), ids)) {
                    dead.add(Written.SITE.relativize(page) + ": " + link.group(1));
                }
            }
        }

        assertThat(dead).isEmpty();
        assertThat(checked).isGreaterThan(5000);
    }

    private static boolean isDead(Path page, String link, Map<Path, Set<String>> ids) throws IOException {
        if (link.matches("https?:.*|data:,")) {
            return false;
        }
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!target.startsWith(Written.SITE) || !Files.isRegularFile(target)) {
            return true;
        }
        if (hash >= 0 && !ids.containsKey(target)) {
            ids.put(target, ids(Files.readString(target)));
        }
        return hash >= 0 && !ids.get(target).contains(link.substring(hash + 1));
    }

    private static Set<String> ids(String html) {
        Set<String> ids = new HashSet<>();
        Matcher id = ID.matcher(html);
        while (id.find()) {
            ids.add(id.group(1));
        }
        return ids;
    }

    @Test
    void noPageAsksAnybodyElseForAnything() throws IOException {
        for (Path page : Written.pages()) {
            assertThat(Files.readString(page))
                    .as(page.toString())
                    .doesNotContainPattern("<(script|img|link|iframe)[^>]*(src|href)=\"(https?:)?//");
        }
        assertThat(Written.text("site.css")).doesNotContain("url(", "@import");
        assertThat(Written.text("site.js")).doesNotContain("fetch(", "http");
    }

    @Test
    void commentsOfTheMarkdownDoNotShow() throws IOException {
        for (String page : new Project(Written.PROJECT).pages()) {
            String prose = Written.text(Address.ofPage(page)).replaceAll("(?s)<code>.*?</code>", "");
            assertThat(prose).as(page).doesNotContain("<!--", "&lt;!--");
        }
    }

    @Test
    void aBlockOfCodeLinksToTheLinesThatItShows() throws IOException {
        String step = Written.text("docs/course/step05/index.html");
        Matcher origin = Pattern.compile("class=\"origin\"><a href=\"(After.java.html)#L(\\d+)\">After.java<")
                .matcher(step);

        assertThat(origin.find()).isTrue();
        List<String> source = Files.readAllLines(Written.PROJECT.resolve("docs/course/step05/After.java"));
        assertThat(source.get(Integer.parseInt(origin.group(2)) - 2)).contains("// region ");
        assertThat(Written.text("docs/course/step05/After.java.html")).contains("<span id=\"L" + source.size() + "\">");
        assertThat(step).contains("href=\"solution/Solution.java.html\"");
    }

    /** Without what it adds, the diff is the region of Before.java; without what it removes, that of After.java. */
    @Test
    void aStepOfTheCourseShowsHowItsCodeChanges() throws IOException {
        Pattern diff = Pattern.compile("(?s)<details class=\"diff\">.*?<code>(.*?)</code>");
        int shown = 0;
        for (Path step : steps()) {
            String page = Files.readString(step.resolve("README.md"));
            List<String> both = regions(page, "Before");
            both.retainAll(regions(page, "After"));
            Matcher found = diff.matcher(Written.text("docs/course/" + step.getFileName() + "/index.html"));
            for (String region : both) {
                assertThat(found.find()).as(step + " " + region).isTrue();
                assertThat(without("ins", found.group(1))).isEqualTo(region(step.resolve("Before.java"), region));
                assertThat(without("del", found.group(1))).isEqualTo(region(step.resolve("After.java"), region));
                shown++;
            }
            assertThat(found.find()).as(step + " has another diff").isFalse();
        }
        assertThat(shown).isGreaterThan(10);
    }

    private static List<Path> steps() throws IOException {
        try (Stream<Path> files = Files.list(Written.PROJECT.resolve("docs/course"))) {
            return files.filter(each -> each.getFileName().toString().matches("step\\d+"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> regions(String page, String file) {
        List<String> regions = new ArrayList<>();
        Matcher shown = Pattern.compile("<!-- " + file + "\\.java#(\\w+) -->").matcher(page);
        while (shown.find()) {
            regions.add(shown.group(1));
        }
        return regions;
    }

    private static String without(String tag, String html) {
        return html.replaceAll("(?s)<" + tag + ">.*?</" + tag + ">", "")
                .replaceAll("(?m)^(</?\\w+>)*[-+ ] ", "")
                .replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    private static String region(Path file, String name) throws IOException {
        String begin = "// region " + name + "\n";
        String text = Files.readString(file);
        int from = text.indexOf(begin) + begin.length();
        String lines = text.substring(from, text.lastIndexOf('\n', text.indexOf("// endregion", from)));
        return lines.stripIndent().strip() + "\n";
    }

    @Test
    void theFirstPageHasTheSentenceTheFactsTheProgramAndThePictureOfTheReadme() throws IOException {
        String first = Written.text("index.html");
        String readme = Files.readString(Written.PROJECT.resolve("README.md"));
        Matcher heading = Pattern.compile("<h1>(Mehari [^<]*\\.)</h1>").matcher(first);

        assertThat(heading.find()).isTrue();
        assertThat(readme).contains("# Mehari\n\n" + heading.group(1));
        assertThat(first.split("<li>", -1)).hasSize(3);
        assertThat(first).contains("src=\"docs/guide/pictures/bytes.svg\"", "alt=\"Bytes allocated");
        assertThat(Written.SITE.resolve("docs/guide/pictures/bytes.svg")).isNotEmptyFile();
        String program = first.replaceAll("(?s).*<pre[^>]*class=\"java\">(.*?)</pre>.*", "$1")
                .replaceAll("<[^>]*>", "")
                .replace("&quot;", "\"")
                .replace("&gt;", ">");
        assertThat(readme).contains("```java\n" + program + "```");
        assertThat(first)
                .contains("&lt;artifactId&gt;mehari-core-impl", "implementation(&quot;io.mehari:mehari-core-impl:");
        for (String page : List.of("guide/start-here", "guide/porting", "results/index", "course/index", "lab/index")) {
            assertThat(first).contains("href=\"docs/" + page + ".html\"");
        }
    }

    @Test
    void guideAndCourseAreReadInTheOrderOfTheirLists() throws IOException {
        assertThat(Written.text("docs/guide/start-here.html"))
                .doesNotContain("rel=\"prev\"")
                .contains("rel=\"next\" href=\"concepts.html\"");
        assertThat(Written.text("docs/guide/patterns/time.html"))
                .contains("rel=\"prev\" href=\"idempotent.html\"")
                .contains("rel=\"next\" href=\"../components/index.html\"");
        assertThat(Written.text("docs/course/step02/index.html"))
                .contains("rel=\"prev\" href=\"../step01/index.html\"")
                .contains("rel=\"next\" href=\"../step03/index.html\"");
    }
}
