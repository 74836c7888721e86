package io.mehari.site;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Paragraph;

/** The first page, which fits on one screen: what the project is, its picture, a route, and where to go from here. */
final class Start {
    /*
     * The sentence, the picture and the route are the first ones of the README, so that they are written in one place.
     * The README has a page of its own.
     */
    static final String ADDRESS = "index.html";

    private record Way(String path, String name, String what) {}

    private static final List<Way> WAYS = List.of(
            new Way("docs/guide/start-here.md", "Start here", "from an empty folder to a tested route in ten minutes"),
            new Way("docs/guide/porting.md", "Porting from Camel", "a script for the imports, a table of differences"),
            new Way("docs/results/README.md", "Results", "every figure, also those where Mehari is slower"),
            new Way("docs/course/README.md", "Course", "a message shrinks from a kilobyte to 80 bytes"),
            new Way("docs/lab/README.md", "The lab", "measures your own framework before and after a change"));
    private static final String FIGURES = "docs/results/scenarios.md";
    private static final String README = "README.md";
    private static final String ALL = "docs/README.md";

    private final Project project;
    private final Map<String, Page> pages = new TreeMap<>();

    Start(Project project, List<Page> pages) {
        this.project = project;
        pages.forEach(page -> this.pages.put(page.path, page));
    }

    /** Has to be read before links of the README are rewritten. */
    String html() throws IOException {
        Page readme = pages.get(README);
        First first = new First();
        if (readme != null) {
            readme.document.accept(first);
        }
        return "<h1>" + Html.escape(first.sentence) + "</h1>\n" + picture(first.images) + route(first.code) + ways();
    }

    private static final class First extends AbstractVisitor {
        private String sentence = "";
        private String code = "";
        private final List<Image> images = new ArrayList<>();

        @Override
        public void visit(Paragraph paragraph) {
            if (sentence.isEmpty()) {
                sentence = Page.words(paragraph).replaceFirst("(?s)(?<=\\.) .*", "");
            }
            visitChildren(paragraph);
        }

        @Override
        public void visit(FencedCodeBlock block) {
            if (code.isEmpty() && "java".equals(block.getInfo())) {
                code = block.getLiteral();
            }
        }

        @Override
        public void visit(Image image) {
            images.add(image);
        }
    }

    private String picture(List<Image> images) throws IOException {
        StringBuilder bars = new StringBuilder();
        String part = "";
        for (Image image : images) {
            String path = Address.resolve(README, image.getDestination());
            String chart = path == null || !project.exists(path) ? null : project.textOrNull(path);
            Bars drawn = chart == null ? null : Bars.of(chart, Page.words(image).replaceFirst("(?s):.*", ""));
            if (drawn != null) {
                bars.append(drawn.html());
                part = drawn.part();
            }
        }
        String caption = Html.escape(part + ". ") + link(FIGURES, "Machine, commit and command", "");
        return bars.isEmpty() ? "" : "<figure>\n" + bars + "<figcaption>" + caption + "</figcaption>\n</figure>\n";
    }

    /** From the line that adds routes to the one that starts them. */
    private static String route(String code) {
        List<String> lines = code.lines().toList();
        int from = line(lines, ".addRoutes(");
        int to = line(lines, ".start();");
        if (from < 0 || to < from) {
            return "";
        }
        String route = String.join("\n", lines.subList(from, to + 1)).stripIndent();
        return "<pre tabindex=\"0\"><code>" + JavaColours.html(route) + "\n</code></pre>\n";
    }

    private static int line(List<String> lines, String with) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(with)) {
                return i;
            }
        }
        return -1;
    }

    private String ways() {
        StringBuilder ways = new StringBuilder("<nav aria-label=\"Where to go\">\n");
        for (Way way : WAYS) {
            ways.append(link(way.path, way.name, way.what));
        }
        return ways + "</nav>\n<p>" + link(README, "The README", "") + link(ALL, "All pages", "") + "</p>\n";
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
