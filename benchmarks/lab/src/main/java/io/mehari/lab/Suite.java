package io.mehari.lab;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tests of a framework that {@code ./lab tests} runs before and after a change.
 *
 * @param request the two sides to compare
 * @param before the class path before the change; the tests are in its first jar or folder, or in {@code given}
 * @param after the same after the change
 * @param given the value of {@code --tests}; empty for the published tests of the framework
 * @param wanted the packages to test, by the ends of their names; empty for all
 * @param minutes the time limit for the JVM of a package
 */
record Suite(Request request, List<Path> before, List<Path> after, String given, List<String> wanted, int minutes) {
    /** The names of classes that JUnit's console launcher treats as tests, without the package. */
    private static final String CLASS = "(Test\\w*|\\w*Tests?)";

    private static final Pattern FILE = Pattern.compile(CLASS + "\\.class");
    private static final int MINUTES = 20;
    private static final int MOST_MINUTES = 24 * 60;

    /** Parses a command line. */
    static Suite of(Request request, CommandLine line, Frameworks frameworks) throws IOException, InterruptedException {
        String given = line.text("--tests", "");
        return new Suite(
                request,
                classPath(request.before(), given, frameworks),
                classPath(request.after(), given, frameworks),
                given,
                line.list("--packages", "").stream()
                        .filter(each -> !each.isEmpty())
                        .toList(),
                (int) line.number("--minutes", MINUTES, 1, MOST_MINUTES));
    }

    private static List<Path> classPath(String framework, String given, Frameworks frameworks)
            throws IOException, InterruptedException {
        if (given.isEmpty()) {
            return frameworks.tests(framework);
        }
        List<Path> path = new ArrayList<>(frameworks.jars(framework));
        path.addAll(Frameworks.classPath(given));
        return path;
    }

    /** All jars and folders of one side, without the change. */
    List<Path> classPath(Role role) {
        return role == Role.AFTER ? after : before;
    }

    /** The jar or folder with the tests. */
    Path tests(Role role) {
        return given.isEmpty()
                ? classPath(role).get(0)
                : Frameworks.classPath(given).get(0);
    }

    /** The launcher's arguments to run the tests of a package, without its subpackages. */
    List<String> selection(Role role, String name) {
        String prefix = name.isEmpty() ? "" : name.replace(".", "\\.") + "\\.";
        return List.of("--scan-class-path=" + tests(role), "--include-classname=" + prefix + CLASS);
    }

    /** The wanted packages that have tests, before or after the change. */
    List<String> packages() throws IOException {
        TreeSet<String> all = new TreeSet<>(packages(tests(Role.BEFORE)));
        all.addAll(packages(tests(Role.AFTER)));
        List<String> chosen = all.stream().filter(this::isWanted).toList();
        if (chosen.isEmpty()) {
            throw new BadOption("No package with tests ends with " + String.join(" or ", wanted) + " in "
                    + tests(Role.BEFORE) + ", which has " + all.size() + " packages with tests, such as "
                    + all.stream().findFirst().orElse("none"));
        }
        return chosen;
    }

    private boolean isWanted(String name) {
        return wanted.isEmpty() || wanted.stream().anyMatch(each -> ("." + name).endsWith("." + each));
    }

    private static List<String> packages(Path tests) throws IOException {
        if (Files.isDirectory(tests)) {
            return packagesBelow(tests);
        }
        try (FileSystem jar = FileSystems.newFileSystem(tests, Map.of())) {
            return packagesBelow(jar.getPath("/"));
        }
    }

    private static List<String> packagesBelow(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(each ->
                            FILE.matcher(String.valueOf(each.getFileName())).matches())
                    .map(each -> root.relativize(each.resolveSibling("")).toString())
                    .map(each -> each.replaceAll("[/\\\\]+$", "").replaceAll("[/\\\\]", "."))
                    .distinct()
                    .toList();
        }
    }

    /** The command line that repeats this suite. */
    String command() {
        return "./lab tests " + request.change()
                + (wanted.isEmpty() ? "" : " --packages " + String.join(",", wanted))
                + (given.isEmpty() ? "" : " --tests " + given)
                + (minutes == MINUTES ? "" : " --minutes " + minutes);
    }
}
