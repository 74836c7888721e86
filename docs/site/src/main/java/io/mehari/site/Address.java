package io.mehari.site;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where what is in the project is found in the site, and how one gets there from another page. */
final class Address {
    private static final String INDEX = "index.html";

    private Address() {}

    /** Of a page of Markdown: next to where it was, the README of a folder as its index. The first page is no README. */
    static String ofPage(String path) {
        return path.endsWith("/README.md")
                ? path.substring(0, path.length() - "README.md".length()) + INDEX
                : path.substring(0, path.length() - ".md".length()) + ".html";
    }

    static String ofSource(String path) {
        return path + ".html";
    }

    static String ofFolder(String path) {
        return path.isEmpty() ? INDEX : path + "/" + INDEX;
    }

    /** What a link on one page of the site says to lead to another. */
    static String between(String from, String to) {
        List<String> here = List.of(from.split("/", -1));
        List<String> there = List.of(to.split("/", -1));
        int common = 0;
        while (common < Math.min(here.size(), there.size()) - 1
                && here.get(common).equals(there.get(common))) {
            common++;
        }
        return "../".repeat(here.size() - 1 - common) + String.join("/", there.subList(common, there.size()));
    }

    /** The path that a link in a file means; null when it leads out of the project. */
    static @Nullable String resolve(String file, String link) {
        List<String> parts = new ArrayList<>(List.of(file.split("/", -1)));
        parts.remove(parts.size() - 1);
        for (String part : link.split("/", -1)) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return null;
                }
                parts.remove(parts.size() - 1);
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }
}
