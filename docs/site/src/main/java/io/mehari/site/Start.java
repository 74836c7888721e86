package io.mehari.site;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.jspecify.annotations.Nullable;

/** The first page: what the project is, a program, its picture, how to get it, and a door for each kind of reader. */
final class Start {
    /*
     * The sentence, the facts, the program, the picture and the lines to install are the first ones of the README, so
     * that they are written in one place. The README has a page of its own.
     */
    static final String ADDRESS = "index.html";

    private record Way(String path, String name, String what) {}

    private static final Map<String, List<Way>> DOORS = new LinkedHashMap<>();

    static {
        DOORS.put(
                "You embed it in an application",
                List.of(
                        new Way("docs/guide/start-here.md", "Start here", "in ten minutes to a route with a test"),
                        new Way(
                                "docs/guide/patterns/README.md",
                                "Patterns",
                                "what a route can do, each with a picture"),
                        new Way("docs/guide/porting.md", "Coming from Camel", "what moves, what differs, what stays")));
        DOORS.put(
                "You maintain a framework",
                List.of(
                        new Way("docs/lab/README.md", "The lab", "your framework before and after a change"),
                        new Way("docs/results/README.md", "Results", "every figure, also those where Mehari is slower"),
                        new Way("docs/guide/laws.md", "Laws", "what is promised, with the tests of each promise")));
        DOORS.put(
                "You learn how lean Java is written",
                List.of(
                        new Way("docs/course/README.md", "Course", "a message shrinks from a kilobyte to 80 bytes"),
                        new Way("docs/decisions/README.md", "Decisions", "the reasons, with their measurements"),
                        new Way("docs/code.md", "The code", "room by room, before you read the source")));
    }

    private static final String FIGURES = "docs/results/scenarios.md";
    private static final String README = "README.md";
    private static final String ALL = "docs/README.md";

    private final Links links;
    private final Javadoc javadoc;
    private final Map<String, Page> pages = new TreeMap<>();

    Start(Links links, List<Page> pages, Javadoc javadoc) {
        this.links = links;
        this.javadoc = javadoc;
        pages.forEach(page -> this.pages.put(page.path, page));
    }

    /** Has to be read before links of the README are rewritten. */
    String html() throws IOException {
        Page readme = pages.get(README);
        First first = new First();
        if (readme != null) {
            readme.document.accept(first);
        }
        return "<h1>" + Html.escape(first.sentence) + "</h1>\n" + facts(first.facts) + code("java", first)
                + picture(readme, first.images) + install(first) + doors();
    }

    private static final class First extends AbstractVisitor {
        private String sentence = "";
        private final List<String> facts = new ArrayList<>();
        private final Map<String, String> code = new TreeMap<>();
        private final List<Image> images = new ArrayList<>();

        @Override
        public void visit(Paragraph paragraph) {
            if (sentence.isEmpty()) {
                sentence = Page.words(paragraph).replaceFirst("(?s)(?<=\\.) .*", "");
            }
            visitChildren(paragraph);
        }

        @Override
        public void visit(BulletList list) {
            for (Node each = list.getFirstChild(); each != null && facts.size() < 2; each = each.getNext()) {
                facts.add(each instanceof ListItem ? Page.words(each) : "");
            }
        }

        @Override
        public void visit(FencedCodeBlock block) {
            code.putIfAbsent(block.getInfo(), block.getLiteral());
        }

        @Override
        public void visit(Image image) {
            images.add(image);
        }
    }

    private static String facts(List<String> facts) {
        StringBuilder list = new StringBuilder();
        facts.forEach(each -> list.append("<li>").append(Html.escape(each)).append("</li>\n"));
        return list.isEmpty() ? "" : "<ul>\n" + list + "</ul>\n";
    }

    private String picture(@Nullable Page readme, List<Image> images) {
        String address = images.isEmpty() || readme == null
                ? null
                : links.address(readme, images.get(0).getDestination());
        return address == null
                ? ""
                : "<figure>\n<img src=\"" + Html.escape(address) + "\" alt=\"" + Html.escape(Page.words(images.get(0)))
                        + "\">\n<figcaption>" + link(FIGURES, "Machine, commit and command", "")
                        + "</figcaption>\n</figure>\n";
    }

    private static String install(First first) {
        String blocks = code("xml", first) + code("kotlin", first);
        return blocks.isEmpty()
                ? ""
                : "<section>\n<p>After <code>mvn install -Dquick</code> in a clone, for Maven and for Gradle:</p>\n"
                        + blocks + "</section>\n";
    }

    private static String code(String language, First first) {
        String code = first.code.getOrDefault(language, "");
        String html = language.equals("java") ? JavaColours.html(code) : Html.escape(code);
        return code.isEmpty() ? "" : "<pre tabindex=\"0\" class=\"" + language + "\"><code>" + html + "</code></pre>\n";
    }

    private String doors() {
        StringBuilder doors = new StringBuilder("<nav aria-label=\"Where to go\">\n");
        DOORS.forEach((reader, ways) -> {
            doors.append("<div>\n<h2>").append(reader).append("</h2>\n");
            ways.forEach(way -> doors.append(link(way.path, way.name, way.what)));
            doors.append("</div>\n");
        });
        return doors + "</nav>\n<p>" + link(README, "The README", "") + link(ALL, "All pages", "")
                + (javadoc.isEmpty() ? "" : Html.link(Javadoc.FOLDER + "/index.html", "Javadoc")) + "</p>\n";
    }

    /** Nothing if there is no such page. */
    private String link(String path, String name, String what) {
        Page page = pages.get(path);
        if (page == null) {
            return "";
        }
        String small = what.isEmpty() ? "" : " <small>" + Html.escape(what) + "</small>";
        return "<a href=\"" + Html.escape(page.address()) + "\">" + Html.escape(name) + small + "</a>\n";
    }
}
