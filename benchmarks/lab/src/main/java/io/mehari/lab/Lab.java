package io.mehari.lab;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import io.mehari.report.Commit;
import io.mehari.report.Jdk;
import io.mehari.report.Machine;
import io.mehari.report.Program;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.fork.Forks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The program of {@code ./lab}. */
public final class Lab {
    static final String HELP = """
        Compares a framework before and after a change: bytes, times, objects, laws.

          ./lab                                  the experiments, what to expect, how long they take
          ./lab show camel:headers               how it is plugged in, what stands in the way, what differs
          ./lab run camel:headers [--quick]      before, before again (A/A) and after, and a report
          ./lab run --before camel:4.22.0 --after camel:4.20.0    two versions of a framework
          ./lab laws camel:headers               the laws of maps, before and after
          ./lab tests camel:headers              the framework's own tests, before and after (half an hour)
          ./lab tests camel:headers --packages component.seda,processor     only those of some packages

        Options of run, laws and tests:
          --before, --after NAME   a framework and its version, or jars and folders of classes, separated by colons
          --part PATH              what is first on the class path after the change: a jar, classes or sources
          --routes FILE.java       your operations (a Workload) or routes (a RouteBuilder with direct:lab)
          --before-jvm, --after-jvm TEXT   more options for those JVMs, in quotes
          --rounds N               JVMs of each side (default 12; times need 10)
          --seconds N              how long each JVM measures, warm-up included (default 6)
          --quick                  2 rounds of 1 second: shows bytes, and no times
          --jdk PATH               the JDK to measure on (default: the one that runs the lab)
          --seed N                 of the random order (default 1)
          --no-change              leave the change out: what such a run shows is noise
          --fail-if-worse          exit code 1 if an operation is slower or allocates more; a sentence names it
          --fresh                  do not continue an interrupted run
          --experiments FOLDER     your experiments (default benchmarks/lab/experiments)

        Options of tests:
          --packages NAMES         packages whose names end with these, separated by commas (default: all)
          --tests PATHS            your tests and what they need, JUnit's console launcher included: jars and folders,
                                   separated by colons, those with the tests first
          --minutes N              after which the JVM of one package is stopped (default 20)

        Raw data and reports are in target/lab/EXPERIMENT/N. docs/lab/README.md walks through an experiment of your own.
        """;

    private final Path root = Forks.root();
    private final CommandLine line;
    private final Path experiments;

    private Lab(CommandLine line) {
        this.line = line;
        this.experiments = Path.of(line.text(
                        "--experiments",
                        root.resolve("benchmarks/lab/experiments").toString()))
                .toAbsolutePath();
    }

    public static void main(String[] args) throws Exception {
        try {
            Program.main("./lab --help", () -> run(args));
        } catch (Session.Failure failed) {
            System.err.println(failed.getMessage());
            System.exit(1);
        }
    }

    static void run(String... args) throws Exception {
        Lab lab = new Lab(CommandLine.withWords(Request.FLAGS, Request.VALUES, args));
        if (lab.line.has("--help")) {
            System.out.print(HELP);
            return;
        }
        String command = lab.line.words().isEmpty() ? "list" : lab.line.words().get(0);
        switch (CommandLine.named("command", command, List.of("list", "show", "run", "laws", "tests"), each -> each)) {
            case "show" -> lab.show();
            case "run" -> lab.measure();
            case "laws" -> lab.laws();
            case "tests" -> lab.tests();
            default -> lab.list();
        }
    }

    private void list() throws IOException {
        for (Experiment each : Experiment.all(experiments)) {
            System.out.println(each.id() + ": " + each.text("title"));
            System.out.println("    plugged in: " + each.text("seam"));
            System.out.println("    expect: " + each.text("expect"));
            System.out.println("    takes " + each.text("minutes", "5") + " min; with --quick half a minute");
        }
        System.out.println("\n./lab show NAME tells more, ./lab run NAME measures; ./lab --help lists the options.");
    }

    private void show() throws IOException {
        if (line.words().size() != 2) {
            throw new BadOption("Name one experiment, as in ./lab show camel:headers");
        }
        Experiment experiment = Experiment.named(line.words().get(1), experiments);
        System.out.println(experiment.id() + ": " + experiment.text("title"));
        System.out.println("\nFramework: " + experiment.text("framework"));
        System.out.println("\nHow it is plugged in: " + experiment.text("seam"));
        System.out.println("\nWhat stands in the way: " + experiment.text("obstacles"));
        System.out.println("\nWhat to expect: " + experiment.text("expect"));
        System.out.println("\nWhat behaves differently:\n" + experiment.differences());
        System.out.println("\nFiles: " + experiment.folder());
    }

    private void measure() throws IOException, InterruptedException {
        Request request = Request.of(line, experiments);
        Path folder = folder(request);
        Setup setup = Setup.of(request, frameworks(), folder.resolve("classes"));
        RunFolder run = RunFolder.forRequest(folder, asked(request, setup), request.fresh());
        new Session(request, setup, run).run();
        Samples samples = new Samples();
        System.out.println(report(request, run, samples));
        System.err.println("In " + run.path() + ": report.md, report.html, result.json, raw");
        String worse = Claim.worse(samples.findings());
        if (line.has("--fail-if-worse") && !worse.isEmpty()) {
            throw new Session.Failure(worse);
        }
    }

    private Frameworks frameworks() throws IOException {
        return new Frameworks(root, experiments);
    }

    private Path folder(Request request) throws IOException {
        return Files.createDirectories(
                root.resolve("target/lab").resolve(request.experiment().id().replace(':', '-')));
    }

    private static Properties asked(Request request, Setup setup) throws IOException {
        Properties asked = new Properties();
        asked.setProperty("command", request.command());
        asked.setProperty("jdk", request.jdk().toString());
        asked.setProperty("classes", setup.fingerprint());
        return asked;
    }

    private String report(Request request, RunFolder run, Samples samples) throws IOException {
        Jdk jdk = Jdk.here();
        for (Plan.Fork each : Plan.of(request)) {
            List<Fields> lines = run.lines(each.file());
            samples.add(each.role(), lines);
            jdk = jdkOf(lines, jdk);
        }
        Map<Role, List<Fields>> objects = new EnumMap<>(Role.class);
        Map<Role, List<Fields>> laws = new EnumMap<>(Role.class);
        for (Role role : List.of(Role.BEFORE, Role.AFTER)) {
            objects.put(role, run.lines(Session.objectsFile(role)));
            laws.put(role, withoutEnd(run.lines(Session.lawsFile(role))));
        }
        List<Finding> findings = samples.findings();
        MarkdownReport.Content content = new MarkdownReport.Content(
                request,
                findings,
                new ObjectTable(
                        mostChanged(findings),
                        run.lines(Session.objectsFile(Role.BEFORE)),
                        run.lines(Session.objectsFile(Role.AFTER))),
                laws,
                TestsLine.of(
                        run.path().resolveSibling(""), request, frameworks().knowsTests(request.before())),
                about(jdk));
        Page.write(run.path(), content, samples, objects);
        String markdown = MarkdownReport.of(content);
        run.report(markdown);
        return markdown;
    }

    private MarkdownReport.About about(Jdk jdk) {
        return new MarkdownReport.About(
                Machine.here(),
                jdk,
                Commit.of(root),
                LocalDate.now(ZoneOffset.UTC).toString());
    }

    private static Jdk jdkOf(List<Fields> lines, Jdk otherwise) {
        return lines.stream()
                .filter(each -> each.kind().equals("jvm"))
                .findFirst()
                .map(each -> new Jdk(
                        each.text("name"), each.text("version"), each.text("vendor"), String.join(" ", Setup.HEAP)))
                .orElse(otherwise);
    }

    private static String mostChanged(List<Finding> findings) {
        return findings.stream()
                .max(Comparator.comparingDouble(each -> Math.abs(Claim.change(each))))
                .map(Finding::operation)
                .orElse("");
    }

    private static List<Fields> withoutEnd(List<Fields> lines) {
        return lines.stream().filter(each -> each.kind().equals("law")).toList();
    }

    private void laws() throws IOException, InterruptedException {
        Request request = Request.of(line, experiments);
        if (request.experiment().words("maps").isEmpty()) {
            throw new BadOption(request.experiment().id() + " has no laws: its file has no line maps = ...");
        }
        Path folder = folder(request).resolve("laws");
        Setup setup = Setup.of(request, frameworks(), folder.resolve("classes"));
        RunFolder run = RunFolder.forRequest(folder, asked(request, setup), true);
        new Session(request, setup, run).laws();
        MarkdownReport.lawLines(
                        withoutEnd(run.lines(Session.lawsFile(Role.BEFORE))),
                        withoutEnd(run.lines(Session.lawsFile(Role.AFTER))))
                .forEach(System.out::println);
    }

    private void tests() throws IOException, InterruptedException {
        Request request = Request.of(line, experiments);
        Path folder = Files.createDirectories(folder(request).resolve("tests"));
        Suite suite = Suite.of(request, line, frameworks());
        Setup setup =
                Setup.of(request, suite.classPath(Role.BEFORE), suite.classPath(Role.AFTER), folder.resolve("classes"));
        Properties asked = asked(request, setup);
        asked.setProperty("command", suite.command());
        RunFolder run = RunFolder.forRequest(folder, asked, request.fresh());
        List<TestComparison> compared = new TestSession(suite, setup, run).run();
        String markdown = TestReport.of(suite, compared, about(Jdk.in(request.jdk(), String.join(" ", Setup.HEAP))));
        run.report(markdown);
        System.out.println(markdown);
        TestsLine.tell(folder(request), request, markdown.lines().toList());
        System.err.println("In " + run.path() + ": report.md, and raw with the result of each test");
    }
}
