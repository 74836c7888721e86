package io.mehari.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Which build was measured: a snapshot has the same name every day.
 *
 * @param jars the checksum of each, by its name without a version
 * @param commit that a manifest names; empty if none does
 */
record Build(Map<String, String> jars, String commit) {
    /** Attributes with which Maven's and Gradle's plugins name the commit. */
    private static final List<String> COMMIT =
            List.of("SCM-Revision", "Implementation-Build", "Git-Commit", "Git-Revision", "Build-Revision");

    private static final int DIGITS = 12;
    private static final int MOST = 5;

    static Build of(List<Path> paths) throws IOException {
        Map<String, String> jars = new TreeMap<>();
        String commit = "";
        for (Path jar : paths) {
            MessageDigest all = sha256();
            try (Stream<Path> files = Files.walk(jar)) {
                for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                    all.update(Files.readAllBytes(each));
                }
            }
            jars.merge(String.valueOf(jar.getFileName()).replaceFirst("-\\d.*", ""), hex(all), String::concat);
            commit = commit.isEmpty() && Files.isRegularFile(jar) ? commit(jar) : commit;
        }
        return new Build(jars, commit);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    private static String commit(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return manifest == null
                    ? ""
                    : COMMIT.stream()
                            .map(manifest.getMainAttributes()::getValue)
                            .filter(each -> each != null && each.matches("[0-9a-f]{7,40}"))
                            .findFirst()
                            .orElse("");
        }
    }

    /** The jars that are not those of another build, with their checksums: a head that was not built has none. */
    String differsFrom(Build other) {
        List<String> different = jars.keySet().stream()
                .filter(each -> !Objects.equals(jars.get(each), other.jars.get(each)))
                .toList();
        return different.isEmpty()
                ? "**no jar differs: the same build was measured twice**"
                : different.size()
                        + (different.size() == 1 ? " differs: " : " differ: ")
                        + String.join(
                                ", ",
                                different.stream()
                                        .limit(MOST)
                                        .map(each -> each + " " + jars.get(each))
                                        .toList())
                        + (different.size() > MOST ? ", ..." : "");
    }

    @Override
    public String toString() {
        MessageDigest all = sha256();
        jars.values().forEach(each -> all.update(each.getBytes(StandardCharsets.US_ASCII)));
        return jars.size() + " jars, SHA-256 " + hex(all) + (commit.isEmpty() ? "" : ", commit " + commit);
    }
}
