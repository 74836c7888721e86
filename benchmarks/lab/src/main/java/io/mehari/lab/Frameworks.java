package io.mehari.lab;

import io.mehari.report.BadOption;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The jars of a framework. {@code camel:4.22.0} means the jars that the other benchmarks use, or those that Maven
 * resolves. It can also be a list of jars and folders of classes, separated as in a class path.
 */
final class Frameworks {
    private static final String NAME = "[\\w-]+:[\\w.-]+";

    private final Path peers;
    private final Path resolved;
    private final Properties artifacts;
    private final Properties suites;

    /** Creates the frameworks of a project. Jars that Maven resolves are kept in {@code target/lab}. */
    Frameworks(Path project, Path experiments) throws IOException {
        this.peers = project.resolve("benchmarks/target/peers");
        this.resolved = project.resolve("target/lab/jars");
        this.artifacts = properties(experiments.resolve("frameworks.properties"));
        this.suites = properties(experiments.resolve("tests.properties"));
    }

    private static Properties properties(Path file) throws IOException {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (Reader in = Files.newBufferedReader(file)) {
                properties.load(in);
            }
        }
        return properties;
    }

    /** The jars of a framework. */
    List<Path> jars(String framework) throws IOException, InterruptedException {
        if (!framework.matches(NAME)) {
            return classPath(framework);
        }
        int colon = framework.indexOf(':');
        String name = framework.substring(0, colon);
        String version = framework.substring(colon + 1);
        String known = artifacts.getProperty(name);
        if (known == null) {
            throw new BadOption("There is no framework " + name + ". There are " + artifacts.stringPropertyNames()
                    + "; or name jars and folders, separated by " + File.pathSeparator);
        }
        if (known.isBlank()) {
            return List.of();
        }
        Path folder = peers.resolve(name + "-" + version);
        if (!Files.isDirectory(folder)) {
            folder = resolved.resolve(name + "-" + version);
            resolveMissing(known, version, folder);
        }
        return jarsIn(folder);
    }

    /** Whether the published tests of a framework are known. */
    boolean knowsTests(String framework) {
        return framework.matches(NAME) && suites.containsKey(framework.substring(0, framework.indexOf(':')));
    }

    /** The jars of a framework and of its published tests, with their dependencies. The first jar has the tests. */
    List<Path> tests(String framework) throws IOException, InterruptedException {
        int colon = framework.matches(NAME) ? framework.indexOf(':') : framework.length();
        String known = suites.getProperty(framework.substring(0, colon));
        if (known == null) {
            throw new BadOption(
                    "The tests of " + framework + " are not known: name jars and folders with --tests, those"
                            + " with the tests first; or add a line to tests.properties");
        }
        String version = framework.substring(colon + 1);
        Path folder = resolved.resolve(framework.substring(0, colon) + "-" + version + "-tests");
        resolveMissing(known, version, folder);
        List<Path> jars = new ArrayList<>(jarsIn(folder));
        jars.sort(Comparator.comparing(each -> !each.toString().endsWith("-tests.jar")));
        return jars;
    }

    /** Only one run of the lab resolves jars at a time, because another run may need the same jars. */
    private static void resolveMissing(String artifacts, String version, Path folder)
            throws IOException, InterruptedException {
        Path lock = Files.createDirectories(folder.resolveSibling(".")).resolve("lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until the channel is closed
            if (!Files.isDirectory(folder) || version.endsWith("-SNAPSHOT")) {
                resolve(artifacts, version, folder);
            }
        }
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(each -> each.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** Parses a list of jars and folders, separated as in a class path. */
    static List<Path> classPath(String text) {
        List<Path> paths = new ArrayList<>();
        for (String each : text.split(File.pathSeparator, -1)) {
            Path path = Path.of(each).toAbsolutePath();
            if (!Files.exists(path)) {
                throw new BadOption("There is no framework and no file " + each
                        + ": write a name and a version, as in camel:4.22.0, or jars and folders");
            }
            paths.add(path);
        }
        return paths;
    }

    private static void resolve(String artifacts, String version, Path folder)
            throws IOException, InterruptedException {
        System.err.println("Maven resolves " + folder.getFileName() + " ...");
        Path parts = folder.resolveSibling(folder.getFileName() + ".part");
        Files.createDirectories(parts);
        Files.writeString(parts.resolve("pom.xml"), pom(artifacts, version));
        String said = "";
        for (String mode : List.of("--offline", "--no-transfer-progress")) {
            Process maven = new ProcessBuilder(
                            "mvn",
                            "-B",
                            "-q",
                            mode,
                            "-f",
                            parts.resolve("pom.xml").toString(),
                            "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies",
                            "-DincludeScope=runtime",
                            "-DoutputDirectory=" + parts.toAbsolutePath())
                    .redirectErrorStream(true)
                    .start();
            said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (maven.waitFor() == 0) {
                replace(parts, folder);
                return;
            }
        }
        throw new BadOption("Maven cannot resolve " + folder.getFileName() + ":\n"
                + said.lines().limit(4).reduce("", (a, b) -> a + b + "\n"));
    }

    private static void replace(Path parts, Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> old = Files.list(folder)) {
                for (Path each : old.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(folder);
        }
        Files.move(parts, folder);
    }

    /**
     * A POM with one dependency for each name, written as group:artifact:version:classifier. Without a version, it is
     * the given version.
     */
    static String pom(String artifacts, String version) {
        StringBuilder pom = new StringBuilder("<project><modelVersion>4.0.0</modelVersion>"
                + "<groupId>lab</groupId><artifactId>lab</artifactId><version>1</version><dependencies>\n");
        for (String each : Arrays.asList(artifacts.strip().split("\\s+", -1))) {
            String[] words = each.split(":", -1);
            pom.append("<dependency><groupId>").append(words[0]).append("</groupId><artifactId>");
            pom.append(words[1]).append("</artifactId><version>");
            pom.append(words.length > 2 && !words[2].isEmpty() ? words[2] : version)
                    .append("</version>");
            if (words.length > 3) {
                pom.append("<classifier>").append(words[3]).append("</classifier>");
            }
            pom.append("</dependency>\n");
        }
        return pom + "</dependencies></project>\n";
    }
}
