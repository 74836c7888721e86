package io.mehari.lab;

import io.mehari.engine.Jvm;
import io.mehari.engine.Table;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a framework's own tests before and after a change with JUnit's console launcher, and lists those that end
 * differently. Their classes run again, alone: many a test depends on others or on time, and fails without a change, too.
 */
final class FrameworkTests {
    /** A test in a report of JUnit, and whether it has passed: then its element is empty, or has only output. */
    private static final Pattern TEST =
            Pattern.compile("<testcase name=\"([^\"]*)\" classname=\"([^\"]*)\".*?>\\s*(<(failure|error|skipped))?");

    private static final int TIMES = 3;
    private static final int MINUTES = 60;

    private final Path jdk;
    private final Path folder;
    private int runs;

    /** What each JVM prints is written to the folder. */
    FrameworkTests(Path jdk, Path folder) {
        this.jdk = jdk;
        this.folder = folder;
    }

    /** Runs the tests in the first jar of each list, of packages whose names end with one of these; all if none is named. */
    String compare(Side before, Path testsBefore, Side after, Path testsAfter, List<String> packages)
            throws IOException, InterruptedException {
        String names = packages.isEmpty()
                ? ".*"
                : "(.*\\.)?(" + String.join("|", packages).replace(".", "\\.") + ")\\.";
        String classes = "--include-classname=" + names + "(Test\\w*|\\w*Tests?)";
        Map<String, Integer> first = run(before, "--scan-class-path=" + testsBefore, classes);
        Map<String, Integer> second = run(after, "--scan-class-path=" + testsAfter, classes);
        TreeSet<String> different = new TreeSet<>(first.keySet());
        different.addAll(second.keySet());
        different.removeIf(each -> first.getOrDefault(each, 0).equals(second.getOrDefault(each, 0)));
        Table table = Table.of("test", "passes before", "after", "alone, before, of " + TIMES, "after");
        for (String each : different) {
            String alone = "--select-class=" + each.replaceFirst("#.*", "");
            int old = 0;
            int now = 0;
            for (int i = 0; i < TIMES; i++) {
                old += run(before, alone).getOrDefault(each, 0);
                now += run(after, alone).getOrDefault(each, 0);
            }
            String because = old == TIMES && now == 0 ? "**" + each + "**" : each;
            table.add(because, "" + first.get(each), "" + second.get(each), "" + old, "" + now);
        }
        return "Before, " + counts(first) + ". After, " + counts(second)
                + (different.isEmpty()
                        ? ". Each ends as before."
                        : ". Those in bold fail because of the change.\n\n" + table);
    }

    private static String counts(Map<String, Integer> results) {
        long passed = results.values().stream().filter(each -> each == 1).count();
        return passed + " of " + results.size() + " tests pass";
    }

    /** Runs tests in an empty folder, since they write files: 1 for each that passes, 0 for the others. */
    private Map<String, Integer> run(Side side, String... selection) throws IOException, InterruptedException {
        Path work = Sides.emptied(folder.resolve("work"));
        Path log = folder.resolve(++runs + "-" + side.name() + ".log");
        System.err.println("Tests " + side.name() + ": " + String.join(" ", selection));
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-ea"));
        command.addAll(List.of(Jvm.HEAP.split(" ", -1)));
        command.addAll(side.flags());
        command.addAll(List.of("-cp", side.classPath(), "org.junit.platform.console.ConsoleLauncher", "execute"));
        command.addAll(List.of("--disable-banner", "--details=none", "--reports-dir=reports"));
        command.addAll(List.of(selection));
        Process process = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process.waitFor(MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        Map<String, Integer> results = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(work.resolve("reports"), "TEST-*.xml")) {
            for (Path each : files) {
                Matcher test = TEST.matcher(Files.readString(each));
                while (test.find()) {
                    results.put(test.group(2) + "#" + test.group(1), test.group(3) == null ? 1 : 0);
                }
            }
        }
        if (results.isEmpty()) {
            throw new IOException("No test of " + side.name() + " has a result. The output of its JVM is in " + log);
        }
        return results;
    }
}
