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
 * The pages of the course, and the blocks in them that come from somewhere else: {@code <!-- After.java#region -->} and
 * {@code <!-- figures -->}, each with a code block behind it.
 */
final class Pages {
    /*
     * A page is checked, not made: it reads the same in a browser of the repository and in an editor. With
     * -Dcourse.update=true what differs is written into the page instead of reported.
     */
    static final boolean UPDATE = Boolean.getBoolean("course.update");

    private static final Pattern BLOCK =
            Pattern.compile("^<!-- (\\S+) -->\\n```(?:java|text)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private Pages() {}

    /** The folder of the course; tests run there. */
    static Path root() {
        return Path.of("").toAbsolutePath();
    }

    /** The folders of the steps, in their order. */
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

    /** Fails, or updates the page, when its block of this name is not this text. */
    static void checkBlock(Path page, String name, String expected) {
        String text = read(page);
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.group(1).equals(name)) {
                checkBlock(page, text, block, expected);
                return;
            }
        }
        throw new AssertionError(name(page) + " has no block of code behind a line <!-- " + name + " -->");
    }

    private static void checkBlock(Path page, String text, Matcher block, String expected) {
        if (block.group(2).equals(expected)) {
            return;
        }
        if (!UPDATE) {
            throw new AssertionError(name(page) + " says, behind <!-- " + block.group(1) + " -->\n" + block.group(2)
                    + "where it should say\n" + expected
                    + "Mend the one that is wrong; mvn test -pl docs/course -Dcourse.update=true mends the page.");
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

    /** What stands between {@code // region name} and {@code // endregion}, without its indentation. */
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

    /** A file as somebody in the folder of the course would name it. */
    static String name(Path file) {
        return root().relativize(file).toString();
    }
}
