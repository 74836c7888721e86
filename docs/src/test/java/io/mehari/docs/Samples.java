package io.mehari.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the same lines in a page and in a source file, to compare them. */
final class Samples {

    private Samples() {}

    /** The folder of the whole project; tests run in the folder of their module. */
    static Path root() {
        return Path.of("").toAbsolutePath().getParent();
    }

    /** What stands in the Java block behind {@code <!-- name -->}. */
    static String block(Path page, String name) throws IOException {
        return between(page, "<!-- " + name + " -->\n```java\n", "```").stripTrailing();
    }

    /** What stands between {@code // region name} and {@code // endregion}, without its indentation. */
    static String region(Path source, String name) throws IOException {
        return between(source, "// region " + name + "\n", "// endregion")
                .stripTrailing()
                .stripIndent();
    }

    private static String between(Path file, String begin, String end) throws IOException {
        String text = Files.readString(file);
        int from = text.indexOf(begin);
        if (from < 0) {
            throw new AssertionError(file.getFileName() + " has no line: " + begin.strip());
        }
        int start = from + begin.length();
        int stop = text.indexOf(end, start);
        return text.substring(start, text.lastIndexOf('\n', stop) + 1);
    }
}
