package io.mehari.site;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/*
 * A link to a page leads to that page. Anything else that is linked to gets into the site because of the link: its path
 * waits in `asked` until somebody writes it, which may find more links.
 */
/** Where links of pages lead within the site, and what has to be in the site because a link leads there. */
final class Links {
    private final Project project;
    private final Map<String, Page> pages = new TreeMap<>();
    private final Deque<String> asked = new ArrayDeque<>();
    private final Set<String> known = new HashSet<>();
    private final List<String> missing = new ArrayList<>();

    Links(Project project, List<Page> pages) {
        this.project = project;
        pages.forEach(page -> this.pages.put(page.path, page));
    }

    /** What the link is to say in the site; null when what it leads to is not there. */
    @Nullable
    String address(Page page, String link) {
        if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
            return link;
        }
        int hash = link.indexOf('#');
        String path = Address.resolve(page.path, hash < 0 ? link : link.substring(0, hash));
        if (path == null || !project.exists(path)) {
            missing.add(page.path + " links to " + link + ", which is not there");
            return null;
        }
        return toSource(page.address(), path) + (hash < 0 ? "" : link.substring(hash));
    }

    /** From that page of the site to a file or folder of the project, which is asked for. */
    String toSource(String from, String path) {
        return Address.between(from, addressOf(path));
    }

    private String addressOf(String path) {
        if (pages.containsKey(path)) {
            return Address.ofPage(path);
        }
        boolean folder = project.isFolder(path);
        if (folder && pages.containsKey(path.isEmpty() ? "README.md" : path + "/README.md")) {
            return Address.ofFolder(path);
        }
        if (known.add(path)) {
            asked.add(path);
        }
        return folder ? Address.ofFolder(path) : project.isImage(path) ? path : Address.ofSource(path);
    }

    /** The next that is to be in the site; null when nothing is left. */
    @Nullable
    String nextAsked() {
        return asked.poll();
    }

    /** Links that lead nowhere, each as a sentence. */
    List<String> missing() {
        return missing;
    }
}
