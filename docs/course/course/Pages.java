package course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The pages of the course, and the generated code blocks in them: each follows a line {@code <!-- After.java#region
 * -->} or {@code <!-- figures -->}.
 */
final class Pages {
    /*
     * The blocks are part of the page, so the page can be read on GitHub and in an editor. The tests compare them. With
     * -Dcourse.update=true a difference is written into the page instead of failing the test.
     */
    static final boolean UPDATE = Boolean.getBoolean("course.update");

    private static final Pattern BLOCK =
            Pattern.compile("^<!-- (\\S+) -->\\n```(?:java|text)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private Pages() {}

    /** The folder of the course, which is the working directory of the tests. */
    static Path root() {
        return Path.of("").toAbsolutePath();
    }

    /** The folders of the steps, in order. */
    static List<Path> steps() {
        try (Stream<Path> files = Files.list(root())) {
            return files.filter(file -> file.getFileName().toString().matches("step[0-9]{2}"))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The page's block of this name, or null. */
    static String block(Path page, String name) {
        Matcher block = BLOCK.matcher(read(page));
        while (block.find()) {
            if (block.group(1).equals(name)) {
                return block.group(2);
            }
        }
        return null;
    }

    /** Adds a second table below the first one, if the pages are to be updated and this one has none. */
    static void addCompact(Path page, String part, String table) {
        String text = read(page);
        if (UPDATE && block(page, "compact" + part) == null) {
            int end = text.indexOf("```\n", text.indexOf("```text\n", text.indexOf("<!-- figures" + part + " -->")) + 8)
                    + 4;
            String added = "\nWith compact object headers (`-XX:+UseCompactObjectHeaders`, measured on JDK 25):\n\n"
                    + "<!-- compact" + part + " -->\n```text\n" + table + "```\n";
            write(page, text.substring(0, end) + added + text.substring(end));
        }
    }

    /** If the page's block of this name differs from the expected text: fails, or updates the page. */
    static void checkBlock(Path page, String name, String expected) {
        String text = read(page);
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.group(1).equals(name)) {
                checkBlock(page, text, block, expected);
                return;
            }
        }
        throw new AssertionError(name(page) + " has no code block after a line <!-- " + name + " -->");
    }

    private static void checkBlock(Path page, String text, Matcher block, String expected) {
        if (block.group(2).equals(expected)) {
            return;
        }
        if (!UPDATE) {
            throw new AssertionError(name(page) + " shows, after <!-- " + block.group(1) + " -->\n" + block.group(2)
                    + "but expected\n" + expected
                    + "Correct the code or the page; mvn test -pl docs/course -Dcourse.update=true rewrites the page.");
        }
        write(page, text.substring(0, block.start(2)) + expected + text.substring(block.end(2)));
    }

    /** Checks every block that names a region of a file. */
    static void checkRegions(Path page) {
        for (String name :
                BLOCK.matcher(read(page)).results().map(block -> block.group(1)).toList()) {
            if (name.contains("#")) {
                checkBlock(page, name, region(page.resolveSibling(name.substring(0, name.indexOf('#'))), name));
            }
        }
    }

    /** The lines between {@code // region name} and {@code // endregion}, without their indentation. */
    private static String region(Path source, String name) {
        String begin = "// region " + name.substring(name.indexOf('#') + 1) + "\n";
        String text = read(source);
        int from = text.indexOf(begin);
        int end = from < 0 ? -1 : text.indexOf("// endregion", from);
        if (end < 0) {
            throw new AssertionError(name(source) + " has no lines from " + begin.strip() + " to // endregion");
        }
        String lines = text.substring(from + begin.length(), text.lastIndexOf('\n', end));
        return lines.stripIndent().strip() + "\n";
    }

    /** The path of a file relative to the folder of the course. */
    static String name(Path file) {
        return root().relativize(file).toString();
    }
}
