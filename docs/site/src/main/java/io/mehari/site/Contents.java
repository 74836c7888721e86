package io.mehari.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/*
 * The order is that of the links: a page that lists others says, by that, in which order they are read. Pages that
 * nobody lists come last.
 */
/** All pages, by folder and in the order in which they are read. */
final class Contents {
    private static final String TOP = "README.md";
    private static final String DOCS = "docs/README.md";
    private static final List<String> FIRST = List.of("guide", "course", "decisions", "results");

    private final Map<String, Page> pages = new TreeMap<>();
    private final Map<String, List<Page>> sections = new LinkedHashMap<>();

    Contents(List<Page> all) {
        all.forEach(page -> pages.put(page.path, page));
        Set<String> names = new LinkedHashSet<>();
        names.add("");
        FIRST.stream()
                .filter(name -> pages.keySet().stream().anyMatch(each -> in(name, each)))
                .forEach(names::add);
        for (String path : pages.keySet()) {
            names.add(section(path));
        }
        for (String name : names) {
            sections.put(name, ordered(name));
        }
    }

    /** The name of the folder below docs; empty for the pages that are in none. */
    static String section(String path) {
        String[] parts = path.split("/", -1);
        return parts.length > 2 && parts[0].equals("docs") ? parts[1] : "";
    }

    /** Each by its name, in order. */
    Map<String, List<Page>> sections() {
        return sections;
    }

    /** The page that is read before or, with 1, behind this one in its section; null where there is none. */
    @Nullable
    Page neighbour(Page page, int step) {
        String name = section(page.path);
        List<Page> section = name.isEmpty() ? List.of() : sections.getOrDefault(name, List.of());
        int at = section.indexOf(page) + step;
        return !section.isEmpty() && at >= 0 && at < section.size() ? section.get(at) : null;
    }

    /** How far below its section a page is: 0, or more if it is in a folder of its own kind. */
    static int depth(String path) {
        if (section(path).isEmpty()) {
            return 0;
        }
        int folders = path.split("/", -1).length - 3;
        return Math.max(0, path.endsWith("/README.md") ? folders - 1 : folders);
    }

    private static boolean in(String section, String path) {
        return section(path).equals(section);
    }

    private List<Page> ordered(String section) {
        Set<Page> order = new LinkedHashSet<>();
        if (section.isEmpty()) {
            add(TOP, order);
            add(DOCS, order);
        } else {
            String own = "docs/" + section + "/README.md";
            follow(pages.containsKey(own) ? own : DOCS, section, order);
        }
        pages.forEach((path, page) -> {
            if (in(section, path)) {
                order.add(page);
            }
        });
        return new ArrayList<>(order);
    }

    private void add(String path, Set<Page> order) {
        Page page = pages.get(path);
        if (page != null) {
            order.add(page);
        }
    }

    /** Adds the page, if it is of that section, and behind it those of its folder that it lists, lists in lists too. */
    private void follow(String path, String section, Set<Page> order) {
        Page page = pages.get(path);
        if (page == null || (in(section, path) && !order.add(page))) {
            return;
        }
        String folder = path.substring(0, path.lastIndexOf('/') + 1);
        for (String link : page.links) {
            String target = Address.resolve(path, link.replaceFirst("#.*", ""));
            if (target != null && in(section, target) && target.startsWith(folder)) {
                if (target.endsWith("/README.md")) {
                    follow(target, section, order);
                } else {
                    add(target, order);
                }
            }
        }
    }
}
