package io.mehari.site;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files that a site is made of. What a build made and what is hidden is none of them. */
final class Project {
    private static final List<String> IMAGES = List.of(".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico");
    private static final String SAMPLES = "docs/src/test/java";

    private final Path root;
    private final Map<String, List<String>> samples = new TreeMap<>();

    Project(Path root) throws IOException {
        this.root = root.toAbsolutePath().normalize();
        if (!exists("README.md") || !exists("docs")) {
            throw new IOException(this.root + " has no README.md and no docs: name the folder of the project.");
        }
        for (String each : exists(SAMPLES) ? below(SAMPLES) : List.<String>of()) {
            samples.computeIfAbsent(each.substring(each.lastIndexOf('/') + 1), name -> new ArrayList<>())
                    .add(each);
        }
    }

    /** The pages: those in the project's folder and those under docs. */
    List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>(children(""));
        pages.removeIf(this::isFolder);
        pages.addAll(below("docs"));
        pages.removeIf(each -> !each.endsWith(".md"));
        return pages;
    }

    boolean exists(String path) {
        return Files.exists(root.resolve(path));
    }

    boolean isFolder(String path) {
        return Files.isDirectory(root.resolve(path));
    }

    boolean isImage(String path) {
        String name = path.toLowerCase(Locale.ROOT);
        return IMAGES.stream().anyMatch(name::endsWith);
    }

    String text(String path) throws IOException {
        return Files.readString(root.resolve(path)).replace("\r\n", "\n");
    }

    /** Null when it is none. */
    @Nullable
    String textOrNull(String path) throws IOException {
        try {
            return text(path);
        } catch (CharacterCodingException binary) {
            return null;
        }
    }

    byte[] bytes(String path) throws IOException {
        return Files.readAllBytes(root.resolve(path));
    }

    /** What is in that folder: folders first, each by name. */
    List<String> children(String folder) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(folder))) {
            return files.filter(each -> !isHidden(each))
                    .map(this::path)
                    .sorted(Comparator.comparing((String each) -> !isFolder(each))
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    /** The files in that folder and in those below. */
    List<String> below(String folder) throws IOException {
        List<String> files = new ArrayList<>();
        for (String each : children(folder)) {
            if (isFolder(each)) {
                files.addAll(below(each));
            } else {
                files.add(each);
            }
        }
        return files;
    }

    /**
     * The Java file that {@code <!-- name#region -->} above a block of that page means: next to the page, or else among
     * the samples, where a file is known by its name alone.
     */
    @Nullable
    String shownBy(String page, String name) {
        String file = name.endsWith(".java") ? name : name + ".java";
        String beside = Address.resolve(page, file);
        if (beside != null && exists(beside)) {
            return beside;
        }
        List<String> found = samples.getOrDefault(file, List.of());
        return found.size() == 1 ? found.get(0) : null;
    }

    private static boolean isHidden(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(".") || (name.equals("target") && Files.isDirectory(file));
    }

    private String path(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }
}
