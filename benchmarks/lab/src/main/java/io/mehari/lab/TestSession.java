package io.mehari.lab;

import io.mehari.scenarios.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tests of a suite: for each package one JVM before and one after the change. Then it runs each class with a
 * difference alone, three times on each side. Results are kept, so that an interrupted run can continue.
 */
final class TestSession {
    private static final String CONSOLE = "org.junit.platform.console.ConsoleLauncher";
    private static final int TIMES = 3;

    /** If more classes differ, something else is wrong, and repeating them would take hours. */
    private static final int MOST_REPEATED = 100;

    private static final int LINES_SHOWN = 20;

    private final Suite suite;
    private final Setup setup;
    private final RunFolder folder;
    private volatile @Nullable Process current;
    private int repeated;

    TestSession(Suite suite, Setup setup, RunFolder folder) {
        this.suite = suite;
        this.setup = setup;
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end-of-tests"));
    }

    /** Runs the tests that have not run yet, and compares the results. */
    List<TestComparison> run() throws IOException, InterruptedException {
        List<String> packages = suite.packages();
        List<TestComparison> compared = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < packages.size(); i++) {
            String name = packages.get(i);
            say("package %d of %d%s: %s", i + 1, packages.size(), left(begin, i, packages.size()), name);
            compared.add(new TestComparison(name, tests(Role.BEFORE, name), tests(Role.AFTER, name), List.of()));
        }
        List<TestComparison> repeatedAlone = new ArrayList<>();
        for (TestComparison each : compared) {
            repeatedAlone.add(new TestComparison(each.name(), each.before(), each.after(), alone(each)));
        }
        return repeatedAlone;
    }

    /** Estimates the time left from the packages that have run. Packages have different sizes. */
    private static String left(long begin, int done, int all) {
        long minutes = (System.nanoTime() - begin) * (all - done) / Math.max(1, done) / 60_000_000_000L;
        return done == 0 ? "" : minutes == 0 ? ", less than 1 min left" : ", about " + minutes + " min left";
    }

    private TestResults tests(Role role, String name) throws IOException, InterruptedException {
        return fork(role, "tests-" + role + "-" + name, suite.selection(role, name));
    }

    private List<TestComparison.Pair> alone(TestComparison compared) throws IOException, InterruptedException {
        List<TestComparison.Pair> pairs = new ArrayList<>();
        for (String type : compared.typesWithDifferences()) {
            if (repeated++ >= MOST_REPEATED) {
                break;
            }
            say("alone, %d times before and after: %s", TIMES, type);
            for (int i = 1; i <= TIMES; i++) {
                List<String> selection = List.of("--select-class=" + type);
                pairs.add(new TestComparison.Pair(
                        type,
                        fork(Role.BEFORE, "alone-" + Role.BEFORE + "-" + type + "-" + i, selection),
                        fork(Role.AFTER, "alone-" + Role.AFTER + "-" + type + "-" + i, selection)));
            }
        }
        return pairs;
    }

    /** Runs in an empty folder, because tests write files into their working directory. */
    private TestResults fork(Role role, String name, List<String> selection) throws IOException, InterruptedException {
        String file = name + ".tsv";
        if (!folder.has(file)) {
            Path work = folder.path().resolve("work").toAbsolutePath();
            Setup.delete(work);
            Files.createDirectories(work);
            folder.keep(file, run(role, name, selection, work));
            Setup.delete(work);
        }
        return TestResults.of(folder.lines(file));
    }

    private List<Fields> run(Role role, String name, List<String> selection, Path work)
            throws IOException, InterruptedException {
        Path reports = work.resolve("junit-reports");
        Path log = folder.path().resolve("raw").resolve(name + ".log");
        List<String> arguments = new ArrayList<>(List.of("execute", "--disable-banner", "--details=none"));
        arguments.add("--reports-dir=" + reports);
        arguments.addAll(selection);
        Process process = new ProcessBuilder(setup.command(role, List.of("-ea"), CONSOLE, arguments))
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        current = process;
        if (!process.waitFor(suite.minutes(), TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            return TestResults.stopped("stopped after " + suite.minutes() + " min");
        }
        List<Path> written = TestResults.reports(reports);
        if (!written.isEmpty()) {
            return TestResults.read(written);
        }
        if (role == Role.AFTER) {
            return TestResults.stopped("ended with " + process.exitValue() + ", see raw/" + name + ".log");
        }
        throw new Session.Failure("The JVM with the tests of " + name + " ended with " + process.exitValue()
                + " and without a report:\n" + end(log) + "\nAll of it is in " + log);
    }

    private static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }

    private void end() {
        Process process = current;
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private static void say(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
