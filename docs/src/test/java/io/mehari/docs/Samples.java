package io.mehari.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Java files that pages show. The line above a block says where it comes from: {@code <!-- File#region -->}, {@code
 * <!-- File -->} for the region of the file's own name, or {@code <!-- File.java -->} for a whole file. A name with a
 * slash counts from the folder of the page; any other is looked for among the sources of this module.
 */
final class Samples {

    private static final Path SOURCES = Path.of("src/test/java").toAbsolutePath();
    private static final Map<String, List<Path>> BY_NAME = javaFiles();

    private Samples() {}

    /** The folder of the whole project; tests run in the folder of their module. */
    static Path root() {
        return Path.of("").toAbsolutePath().getParent();
    }

    /** What the block below that line shows. */
    static String shownBy(Path page, String reference) throws IOException {
        int hash = reference.indexOf('#');
        String name = hash < 0 ? reference : reference.substring(0, hash).replaceFirst("\\.java$", "");
        if (name.endsWith(".java")) {
            String text = Files.readString(file(page, name)).stripTrailing();
            return file(page, name).startsWith(SOURCES) ? BlockIndent.of(text) : text;
        }
        String plain = name.substring(name.lastIndexOf('/') + 1);
        return BlockIndent.of(region(source(page, name), hash < 0 ? plain : reference.substring(hash + 1)));
    }

    /** The file that a page shows regions of by that name. */
    static Path source(Path page, String name) {
        return file(page, name.endsWith(".java") ? name : name + ".java");
    }

    /** What stands between {@code // region name} and {@code // endregion}, without its indentation. */
    static String region(Path source, String name) throws IOException {
        String text = Files.readString(source);
        String begin = "// region " + name + "\n";
        int from = text.indexOf(begin);
        if (from < 0) {
            throw new AssertionError(source.getFileName() + " has no line: " + begin.strip());
        }
        int start = from + begin.length();
        int stop = text.indexOf("// endregion", start);
        return text.substring(start, text.lastIndexOf('\n', stop) + 1)
                .stripTrailing()
                .stripIndent();
    }

    private static Path file(Path page, String name) {
        if (name.contains("/")) {
            return page.resolveSibling(name).normalize();
        }
        List<Path> found = BY_NAME.getOrDefault(name, List.of());
        if (found.size() != 1) {
            throw new AssertionError(root().relativize(page) + " shows " + name + ", of which there are " + found.size()
                    + " in docs/src/test/java: " + found);
        }
        return found.get(0);
    }

    private static Map<String, List<Path>> javaFiles() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(each -> each.toString().endsWith(".java"))
                    .collect(Collectors.groupingBy(
                            each -> each.getFileName().toString(), TreeMap::new, Collectors.toList()));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
