package io.mehari.lab;

import io.mehari.engine.Jvm;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars of a framework. {@code camel:4.22.0} means the jars that the other benchmarks use, or those that Maven
 * resolves. It can also be a list of jars and folders of classes, separated as in a class path.
 */
final class Frameworks {
    private static final int MOST_LINES = 2;
    private static final String NAME = "[\\w-]+:[\\w.-]+";

    /** A release in Maven's list of versions; milestones and candidates are none. */
    private static final Pattern VERSION = Pattern.compile("<version>(\\d+\\.\\d+\\.\\d+)</version>");

    private final Path resolved;
    private final List<String> with;
    private final Properties artifacts;
    private final Properties suites;

    /**
     * The frameworks that a folder of experiments names. Jars that Maven resolves are kept in {@code target/lab}.
     *
     * @param with artifacts that each framework has in addition
     */
    Frameworks(Path experiments, List<String> with) throws IOException {
        this.with = with;
        this.resolved = Jvm.root().resolve("target/lab/jars");
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
        String known = known(name(framework));
        if (!with.isEmpty()) {
            String group = known.strip().replaceFirst(":(?s).*", ":") + name(framework) + "-";
            String all = with.stream()
                    .map(each -> " " + (each.contains(":") ? each : group + each))
                    .collect(Collectors.joining("", known, ""));
            return jarsIn(resolved(
                    all.strip(), framework, "-with-" + String.join("-", with).replace(':', '-')));
        }
        if (known.isBlank()) {
            return List.of();
        }
        Path peer = Jvm.peersFolder().resolve(framework.replace(':', '-'));
        return jarsIn(Files.isDirectory(peer) ? peer : resolved(known, framework, ""));
    }

    /** The jars of a framework and of its published tests, with their dependencies. The first jar has the tests. */
    List<Path> tests(String framework) throws IOException, InterruptedException {
        String known = framework.matches(NAME) ? suites.getProperty(name(framework)) : null;
        if (known == null) {
            throw new IllegalArgumentException(
                    "The tests of " + framework + " are not known: name jars and folders with --tests,"
                            + " those with the tests first; or add a line to tests.properties");
        }
        List<Path> jars = new ArrayList<>(jarsIn(resolved(known, framework, "-tests")));
        jars.sort(Comparator.comparing(each -> !each.toString().endsWith("-tests.jar")));
        return jars;
    }

    private String known(String name) {
        String known = artifacts.getProperty(name);
        if (known == null) {
            throw new IllegalArgumentException("There is no framework " + name + ". There are "
                    + artifacts.stringPropertyNames() + "; or name jars and folders, separated by "
                    + File.pathSeparator);
        }
        return known;
    }

    private static String name(String framework) {
        return framework.substring(0, framework.indexOf(':'));
    }

    /** The folder with the jars that Maven resolves. Only one run of the lab does so at a time, for the others' sake. */
    private Path resolved(String artifacts, String framework, String suffix) throws IOException, InterruptedException {
        String version = framework.substring(framework.indexOf(':') + 1);
        Path folder = resolved.resolve(framework.replace(':', '-') + suffix);
        Path lock = Files.createDirectories(resolved).resolve("lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until the channel is closed
            if (!Files.isDirectory(folder) || version.endsWith("-SNAPSHOT")) {
                resolve(artifacts, version, folder);
            }
        }
        return folder;
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(each -> each.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** Parses a list of jars and folders of classes or of jars, separated as in a class path. */
    static List<Path> classPath(String text) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String each : text.split(File.pathSeparator, -1)) {
            Path path = Path.of(each).toAbsolutePath();
            if (!Files.exists(path)) {
                throw new IllegalArgumentException("There is no framework and no file " + each
                        + ": write a name and a version, as in camel:4.22.0, or jars and folders");
            }
            List<Path> inside = Files.isDirectory(path) ? jarsIn(path) : List.of();
            paths.addAll(inside.isEmpty() ? List.of(path) : inside);
        }
        return paths;
    }

    private static void resolve(String artifacts, String version, Path folder)
            throws IOException, InterruptedException {
        System.err.println("Maven resolves " + folder.getFileName() + " ...");
        Path parts = Files.createDirectories(folder.resolveSibling(folder.getFileName() + ".part"));
        String said = "";
        for (String mode : List.of("--offline", "--no-transfer-progress")) {
            said = maven(mode, pom(artifacts, version), parts, "copy-dependencies", "-DoutputDirectory=" + parts);
            if (said.isEmpty()) {
                Sides.emptied(folder);
                Files.move(parts, folder, StandardCopyOption.REPLACE_EXISTING);
                return;
            }
        }
        throw new IllegalArgumentException("Maven cannot resolve " + folder.getFileName() + ":\n"
                + said.replaceAll("\u001b\\[[;\\d]*m", "")
                        .lines()
                        .takeWhile(each -> !each.contains("full stack trace"))
                        .limit(MOST_LINES)
                        .collect(Collectors.joining("\n")));
    }

    /**
     * The releases of a framework that Maven finds, from one to another, inclusive: the first of each minor version.
     *
     * @param from a version or its beginning, as in 4.12
     * @param to the same; empty for the newest
     */
    List<String> releases(String framework, String from, String to) throws IOException, InterruptedException {
        String artifact = known(framework).strip().split("\\s+", -1)[0];
        Path work = Files.createDirectories(resolved.resolve(framework + "-releases"));
        Path list = work.resolve("class-path.txt");
        // No version is in this range, so Maven downloads the list of all versions, and nothing else.
        maven("-U", pom(artifact + ":[9999,)", ""), work, "build-classpath");
        Path local = null;
        for (String mode : List.of("--offline", "--no-transfer-progress")) {
            String first = from.split("\\.", -1).length > 2 ? from : from + ".0";
            if (local == null
                    && maven(mode, pom(artifact, first), work, "build-classpath", "-Dmdep.outputFile=" + list)
                            .isEmpty()) {
                Path jar = Path.of(Files.readString(list).strip().split(File.pathSeparator, -1)[0]);
                local = jar.resolve("../..").normalize();
            }
        }
        if (local == null) {
            throw new IllegalArgumentException("Maven cannot resolve " + artifact + " " + from);
        }
        Set<String> all = new TreeSet<>(Frameworks::compare);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(local, "maven-metadata-*.xml")) {
            for (Path each : files) {
                Matcher version = VERSION.matcher(Files.readString(each));
                while (version.find()) {
                    all.add(version.group(1));
                }
            }
        }
        return chosen(all, from, to);
    }

    /** The releases from one to another, both inclusive, with the name of the framework: the later one may be first. */
    List<String> between(String first, String last) throws IOException, InterruptedException {
        String from = first.replaceFirst(".*:", "");
        String to = last.replaceFirst(".*:", "");
        boolean forward = compare(from, to) <= 0;
        List<String> releases = new ArrayList<>();
        for (String each : releases(name(first), forward ? from : to, forward ? to : from)) {
            releases.add(forward ? releases.size() : 0, name(first) + ":" + each);
        }
        return releases;
    }

    /** The first release of each minor version in these bounds. */
    static List<String> chosen(Collection<String> sorted, String from, String to) {
        Map<String, String> firsts = new LinkedHashMap<>();
        for (String each : sorted) {
            boolean before = to.isEmpty() || compare(each, to) <= 0 || each.startsWith(to + ".");
            if (before && compare(each, from) >= 0) {
                firsts.putIfAbsent(minor(each), each);
            }
        }
        if (sorted.stream().anyMatch(to::equals)) { // a set that compares versions contains 4.22 if it has 4.22.0
            firsts.put(to, to);
        }
        return firsts.values().stream().distinct().toList();
    }

    /** A version without its last number: 4.22 for 4.22.0. */
    static String minor(String version) {
        return version.replaceFirst("\\.\\d+$", "");
    }

    /** Orders versions by their numbers. */
    static int compare(String one, String other) {
        return Version.parse(one).compareTo(Version.parse(other));
    }

    /** Runs a goal of Maven's dependency plugin. Returns what it says if it fails. */
    private static String maven(String mode, String pom, Path folder, String goal, String... options)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("pom.xml"), pom);
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", mode, "-f", file.toString()));
        command.add("org.apache.maven.plugins:maven-dependency-plugin:3.11.0:" + goal);
        command.add("-DincludeScope=runtime");
        command.addAll(List.of(options));
        Process maven;
        try {
            maven = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new IllegalArgumentException("mvn was not found, which fetches the framework: install Maven 3.8.7 or"
                    + " later, or name jars and folders with --before and --after");
        }
        String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return maven.waitFor() == 0 ? "" : said + " ";
    }

    /**
     * A POM with one dependency for each name, written as group:artifact:version:classifier. Without a version, it is
     * the given version.
     */
    static String pom(String artifacts, String version) {
        StringBuilder pom = new StringBuilder("<project><modelVersion>4.0.0</modelVersion>"
                + "<groupId>lab</groupId><artifactId>lab</artifactId><version>1</version><dependencies>\n");
        for (String each : artifacts.strip().split("\\s+", -1)) {
            String[] words = each.split(":", -1);
            String own = words.length > 2 && !words[2].isEmpty() ? words[2] : version;
            pom.append("<dependency><groupId>" + words[0] + "</groupId><artifactId>" + words[1] + "</artifactId>");
            pom.append("<version>" + own + "</version>");
            pom.append(words.length > 3 ? "<classifier>" + words[3] + "</classifier>" : "");
            pom.append("</dependency>\n");
        }
        return pom + "</dependencies></project>\n";
    }
}
