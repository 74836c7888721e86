package io.mehari.site;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Pages that show a file with the numbers of its lines, or what is in a folder. */
final class Sources {
    private final Project project;
    private final Links links;
    private final Frame frame;

    Sources(Project project, Links links, Frame frame) {
        this.project = project;
        this.links = links;
        this.frame = frame;
    }

    String file(String path, String text) {
        String address = Address.ofSource(path);
        String html = path.endsWith(".java") ? JavaColours.html(text) : Html.escape(text);
        StringBuilder lines = new StringBuilder();
        int number = 0;
        for (String line : html.lines().toList()) {
            number++;
            lines.append("<span id=\"L")
                    .append(number)
                    .append("\">")
                    .append(line)
                    .append("\n</span>");
        }
        String block = "<pre class=\"lines\" tabindex=\"0\"><code>" + lines + "</code></pre>\n";
        return frame.plain(address, name(path), heading(address, path) + block);
    }

    String folder(String path) throws IOException {
        String address = Address.ofFolder(path);
        StringBuilder list = new StringBuilder("<ul class=\"files\">\n");
        for (String each : project.children(path)) {
            String text = name(each) + (project.isFolder(each) ? "/" : "");
            list.append("<li>")
                    .append(Html.link(links.toSource(address, each), text))
                    .append("</li>\n");
        }
        return frame.plain(address, name(path), heading(address, path) + list + "</ul>\n");
    }

    /** Links to the Java files beside and below a README, such as those of a step of the course; empty if there are none. */
    String beside(Page page) throws IOException {
        String folder = page.path.replaceFirst("/?[^/]*$", "");
        if (!page.path.endsWith("/README.md")
                || project.children(folder).stream().noneMatch(each -> each.endsWith(".java"))) {
            return "";
        }
        List<String> files = new ArrayList<>();
        for (String each : project.below(folder)) {
            if (each.endsWith(".java")) {
                files.add(Html.link(links.toSource(page.address(), each), each.substring(folder.length() + 1)));
            }
        }
        return "<p class=\"beside\">The files of this page: " + String.join(", ", files) + ".</p>\n";
    }

    /** The path, each folder of it a link. */
    private String heading(String address, String path) {
        StringBuilder heading = new StringBuilder("<h1>");
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String folder = path.substring(0, slash);
            heading.append(Html.link(links.toSource(address, folder), name(folder)));
            heading.append("<wbr>/");
        }
        return heading.append(Html.escape(name(path))).append("</h1>\n").toString();
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
