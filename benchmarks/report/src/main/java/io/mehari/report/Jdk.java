package io.mehari.report;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * A JDK on which a result was measured.
 *
 * @param name the name in rows: {@code 25}
 * @param version the full version
 * @param vendor the vendor
 * @param flags the JVM flags; {@code default} if there are none
 */
public record Jdk(String name, String version, String vendor, String flags) {

    /**
     * The JDK in that folder, as described by its file {@code release}.
     *
     * @param flags the JVM flags
     */
    public static Jdk in(Path folder, String flags) throws IOException {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(folder.resolve("release"))) {
            release.load(in);
        }
        String version = unquoted(release, "JAVA_VERSION");
        return new Jdk(version.replaceAll("[^0-9].*", ""), version, unquoted(release, "IMPLEMENTOR"), flags);
    }

    private static String unquoted(Properties release, String name) {
        return release.getProperty(name, "unknown").replace("\"", "");
    }
}
