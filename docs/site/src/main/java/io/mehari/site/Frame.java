package io.mehari.site;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is around the text of a page: the head, the search, the list of all pages and the way to the next. */
final class Frame {
    private static final String NAME = "Mehari";

    private final Contents contents;

    Frame(Contents contents) {
        this.contents = contents;
    }

    /** A page of Markdown, with that text; behind it the Java files that are in its folder. */
    String page(Page page, String text, String files) {
        return """
                <div class="frame">
                %s%s%s<main id="text">
                <article>
                %s</article>
                %s%s</main>
                </div>
                """.formatted(menu(page), onThisPage(page), script(page.address()), text, files, neighbours(page))
                .transform(body -> document(page.address(), page.title(), body));
    }

    /** A page of its own kind, which shows something that is in the project. */
    String plain(String address, String title, String text) {
        return alone(address, title, "plain", text);
    }

    /** The first page, without a list of the others. */
    String first(String text) {
        return alone(Start.ADDRESS, NAME, "start", text);
    }

    private static String alone(String address, String title, String kind, String text) {
        String body = script(address) + "<main id=\"text\" class=\"" + kind + "\">\n" + text + "</main>\n";
        return document(address, title, body);
    }

    private static String document(String address, String title, String body) {
        String root = root(address);
        String name = title.equals(NAME) ? title : title + " - " + NAME;
        return """
                <!doctype html>
                <html lang="en" data-root="%1$s">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%2$s</title>
                <link rel="icon" href="data:,">
                <link rel="stylesheet" href="%1$ssite.css">
                </head>
                <body>
                <a class="skip" href="#text">To the text</a>
                <header>
                <a class="name" href="%1$sindex.html">Mehari</a>
                <div class="search" role="search">
                <input id="search" type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off" spellcheck="false"
                 role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
                <ul id="found" role="listbox" aria-label="Found" hidden></ul>
                </div>
                </header>
                """.formatted(root, Html.escape(name)) + body + "</body>\n</html>\n";
    }

    private static String root(String address) {
        return "../".repeat(address.split("/", -1).length - 1);
    }

    /** Between the lists and the text, so that a list that has no room is closed before anything is drawn. */
    private static String script(String address) {
        return "<script src=\"" + root(address) + "site.js\"></script>\n";
    }

    private String menu(Page page) {
        StringBuilder menu = new StringBuilder("""
                <details class="menu" open data-wide="(min-width: 900px)">
                <summary>All pages</summary>
                <nav aria-label="All pages">
                """);
        contents.sections().forEach((name, pages) -> {
            if (name.isEmpty()) {
                menu.append(list(page, pages));
            } else {
                String open = name.equals(Contents.section(page.path)) ? " open" : "";
                menu.append("<details").append(open).append("><summary>");
                menu.append(Html.escape(heading(name))).append("</summary>\n");
                menu.append(list(page, pages)).append("</details>\n");
            }
        });
        return menu.append("</nav>\n</details>\n").toString();
    }

    private static String heading(String folder) {
        return folder.substring(0, 1).toUpperCase(Locale.ROOT) + folder.substring(1);
    }

    private static String list(Page from, List<Page> pages) {
        StringBuilder list = new StringBuilder("<ul>\n");
        for (Page page : pages) {
            String here = page == from ? " aria-current=\"page\"" : "";
            int depth = Contents.depth(page.path);
            list.append(depth > 0 ? "<li class=\"deep\">" : "<li>");
            list.append("<a href=\"").append(Html.escape(Address.between(from.address(), page.address())));
            list.append('"').append(here).append('>').append(Html.escape(label(page)));
            list.append("</a></li>\n");
        }
        return list.append("</ul>\n").toString();
    }

    /** What the list calls it: the title of the first page of a section stands above already, as that of the README. */
    private static String label(Page page) {
        String section = Contents.section(page.path);
        boolean first = !section.isEmpty() && page.path.equals("docs/" + section + "/README.md");
        return first || page.path.equals("README.md") ? "Overview" : page.title();
    }

    private static String onThisPage(Page page) {
        List<Page.Section> sections = page.sections.stream()
                .filter(each -> each.level == 2 || each.level == 3)
                .toList();
        if (sections.size() < 3) {
            return "<div class=\"toc\"></div>\n";
        }
        StringBuilder list = new StringBuilder("""
                <details class="toc" open data-wide="(min-width: 1160px)">
                <summary>On this page</summary>
                <nav aria-label="On this page">
                <ul>
                """);
        for (Page.Section each : sections) {
            list.append(each.level == 3 ? "<li class=\"deep\">" : "<li>");
            list.append(Html.link("#" + each.anchor, each.heading)).append("</li>\n");
        }
        return list.append("</ul>\n</nav>\n</details>\n").toString();
    }

    private String neighbours(Page page) {
        Page before = contents.neighbour(page, -1);
        Page after = contents.neighbour(page, 1);
        if (before == null && after == null) {
            return "";
        }
        return "<nav class=\"neighbours\" aria-label=\"Before and after\">\n"
                + neighbour(page, before, "prev", "Before") + neighbour(page, after, "next", "Next") + "</nav>\n";
    }

    private static String neighbour(Page from, @Nullable Page to, String rel, String word) {
        return to == null
                ? "<span></span>\n"
                : "<a rel=\"" + rel + "\" href=\"" + Html.escape(Address.between(from.address(), to.address()))
                        + "\"><small>" + word + "</small> " + Html.escape(to.title()) + "</a>\n";
    }
}
