package io.mehari.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The site of this project, written once for all tests into {@code target/site}. */
final class Written {
    /** Tests run in the folder of their module. */
    static final Path PROJECT = Path.of("").toAbsolutePath().getParent().getParent();

    static final Path SITE = Path.of("target", "site").toAbsolutePath();

    static {
        try {
            Site.write(PROJECT, SITE, new Javadoc(Path.of("none")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Written() {}

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(SITE)) {
            return files.filter(each -> each.toString().endsWith(".html"))
                    .sorted()
                    .toList();
        }
    }

    static String text(String address) throws IOException {
        return Files.readString(SITE.resolve(address));
    }
}
