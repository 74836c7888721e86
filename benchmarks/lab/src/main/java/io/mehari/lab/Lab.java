package io.mehari.lab;

import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Interrupt;
import io.mehari.engine.Jvm;
import io.mehari.engine.Names;
import io.mehari.report.Charts;
import io.mehari.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The program of {@code ./lab}. */
@Command(
        name = "./lab",
        sortOptions = false,
        usageHelpWidth = 120,
        header = "Compares a framework before and after a change: bytes, times, objects, laws.%n",
        description = {
            "",
            "  ./lab history camel --from 4.12        bytes by release, and what each step consists of",
            "  ./lab gate --before camel:4.12.0 --after camel:4.13.0    exit code 1 if bytes increase; a comment",
            "  ./lab bisect camel:4.8.0 camel:4.22.0 \"new, 1 header\"    the first release that differs",
            "  ./lab who target/lab/camel-versions/1 \"new exchange\"    where a row of a run differs, and since when",
            "  ./lab jars camel:4.23.0-SNAPSHOT base  keeps a build in a folder, for ./lab gate camel --before base",
            "  ./lab                                  the experiments, what to expect, how long they take",
            "  ./lab show camel:headers               how it is plugged in, what stands in the way, what differs",
            "  ./lab run camel:headers [--quick]      before, before again (A/A) and after, and a report",
            "  ./lab run --before camel:4.22.0 --after camel:4.20.0     two versions of a framework",
            "  ./lab laws camel:headers [--export DIR]   laws, before and after; or their JUnit class",
            "  ./lab tests camel:headers --packages component.seda      the framework's own tests, before and after",
            ""
        },
        footer =
                "%nReports and samples are in target/lab/EXPERIMENT/N. docs/lab/README.md walks through an experiment of"
                        + " your own.")
public final class Lab implements Callable<Integer> {
    private static final int ROUNDS = 10;
    private static final int QUICK_ROUNDS = 2;
    private static final double SECONDS = 6;
    private static final double SECONDS_OF_A_GROUP = 1.5;

    private static final List<String> COMMANDS =
            List.of("list", "show", "run", "laws", "tests", "history", "gate", "bisect", "who", "jars");

    @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "One of those above.")
    private String command = "list";

    @Parameters(
            index = "1..*",
            paramLabel = "WORD",
            description = "An experiment, a framework, versions, an operation.")
    private List<String> words = List.of();

    @Option(names = "--from", paramLabel = "VERSION", description = "History: the first release.")
    private String from = "";

    @Option(names = "--to", paramLabel = "VERSION", description = "History: the last release (default: the newest).")
    private String to = "";

    @Option(names = "--bytes-only", description = "History: without the memory of a process.")
    private boolean bytesOnly;

    @Option(
            names = "--allow",
            paramLabel = "BYTES",
            description = "Gate, bisect: so many bytes more are accepted (default: 0).")
    private double allowed;

    @Mixin
    Change change = new Change();

    @Option(
            names = "--fail-if-worse",
            description = "Exit code 1 if an operation is slower or allocates more; a sentence names it.")
    private boolean failIfWorse;

    @Option(
            names = "--experiments",
            paramLabel = "FOLDER",
            description = "Yours (default: benchmarks/lab/experiments).")
    private @Nullable Path given;

    @Option(
            names = {"--component", "--with"},
            split = ",",
            paramLabel = "NAMES",
            description = "More of the framework, as in log or org.apache.camel:camel-log.")
    private List<String> with = List.of();

    @Option(
            names = "--export",
            paramLabel = "FOLDER",
            description = "Laws: writes the JUnit class there, and runs nothing.")
    private @Nullable Path export;

    @Option(
            names = "--packages",
            split = ",",
            paramLabel = "NAMES",
            description = "Tests: only those of packages whose names end with these.")
    private List<String> packages = List.of();

    @Option(
            names = "--tests",
            paramLabel = "PATHS",
            description = "Tests: yours and what they need, JUnit's console launcher included: jars and folders with :"
                    + " between, those with the tests first.")
    private @Nullable String tests;

    @Mixin
    private CommonOptions options = new CommonOptions();

    private List<String> arguments = List.of();
    private Path experiments = Jvm.root().resolve("benchmarks/lab/experiments");

    public static void main(String[] args) throws Exception {
        Lab lab = new Lab();
        lab.arguments = List.of(args);
        String command = System.getProperty("mehari.command", "./lab"); // ./bench says what runs the lab
        if (command.startsWith("./lab")) {
            boolean alone = System.getProperty("mehari.root") == null;
            String quoted = lab.arguments.stream()
                    .map(each -> each.contains(" ") ? " \"" + each + "\"" : " " + each)
                    .collect(Collectors.joining());
            System.setProperty("mehari.command", (alone ? "java -jar mehari-lab.jar" : "./lab") + quoted);
            if (alone) {
                System.setProperty(
                        "mehari.commit", String.valueOf(Lab.class.getPackage().getImplementationVersion()));
            }
        }
        CommonOptions.main(lab, args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        locate();
        command = Names.find("command", command, COMMANDS, each -> each);
        if (!List.of("list", "bisect", "who", "jars").contains(command)) {
            named();
        }
        switch (command) {
            case "show" -> show();
            case "laws" -> laws();
            case "tests" -> tests();
            case "history" -> history();
            case "bisect" -> bisect();
            case "who" -> who();
            case "jars" -> jars();
            case "gate" -> {
                return gate();
            }
            case "run" -> {
                return measure();
            }
            default -> list();
        }
        return 0;
    }

    /** The experiments: the user's, those of the checkout, or those inside the jar that is run alone. */
    private void locate() throws IOException {
        if (given != null) {
            experiments = given.toAbsolutePath();
        } else if (!Files.isDirectory(experiments)) {
            Path jar = Path.of(System.getProperty("java.class.path"));
            experiments = Experiment.unpacked(jar, runs().resolve("experiments"));
        }
    }

    private String word(int index, String what) {
        if (index >= words.size()) {
            throw new IllegalArgumentException("./lab " + command + " needs " + what);
        }
        return words.get(index);
    }

    /** How the operations begin that share a JVM: as the experiment says, or only those that are named. */
    private List<String> groups() {
        return words.size() > 1 ? words.subList(1, words.size()) : options.subjects(change.groups());
    }

    private String framework() {
        return change.experiment().text("framework").replaceFirst(":.*", "");
    }

    private void history() throws IOException, InterruptedException {
        Experiment versions = change.experiment();
        String framework = framework();
        Frameworks frameworks = new Frameworks(experiments, with);
        List<String> releases = frameworks.releases(framework, from.isEmpty() ? versions.text("releases") : from, to);
        System.err.println(framework + ": " + String.join(", ", releases));
        Path folder = newFolder();
        Sides compiled = new Sides(change, folder.resolve("classes"));
        Runs runs = new Runs(options.jdk(), compiled.workload(), options.seconds(1, 1));
        History history = new History(word(0, "a framework"), runs, groups(), options.rounds(3, 2));
        for (String each : releases) {
            if (!Interrupt.happened()) {
                System.err.println(framework + " " + each);
                try {
                    history.add(compiled.version(each, frameworks.jars(framework + ":" + each)), !bytesOnly);
                } catch (IllegalArgumentException | IOException e) {
                    history.failed(each, e);
                }
            }
        }
        System.out.println(history.write(folder, options.command()));
        new Made(arguments, history.bytes()).write(folder);
        System.err.println("In " + folder + ": the page and its chart");
    }

    /** What the first word names: an experiment, or a framework if its two builds are jars. */
    private void named() throws IOException {
        if (List.of("gate", "history").contains(command)
                && !words.isEmpty()
                && !words.get(0).contains(":")) {
            change.versions(words.get(0), experiments);
        } else {
            change.named(words.isEmpty() ? null : words.get(0), experiments);
        }
    }

    private int gate() throws IOException, InterruptedException {
        Path folder = newFolder();
        Sides compiled = new Sides(change, folder.resolve("classes"));
        Frameworks frameworks = new Frameworks(experiments, with);
        List<Path> before = frameworks.jars(change.before());
        List<Path> after = frameworks.jars(change.after());
        List<Side> sides = compiled.of(before, after);
        Runs runs = new Runs(options.jdk(), compiled.workload(), options.seconds(1, 1));
        Gate gate = new Gate(runs, sides.get(0), sides.get(2), allowed);
        gate.measure(groups(), options.rounds(3, 2));
        Build old = Build.of(before);
        Build now =
                Build.of(Stream.concat(change.part().stream(), after.stream()).toList());
        String comment = gate.comment(
                change.saysBefore() + ": " + old,
                change.saysAfter() + ": " + now + "; " + now.differsFrom(old),
                options.command());
        System.out.println(comment);
        Files.writeString(folder.resolve("comment.md"), comment);
        Files.writeString(folder.resolve("comment.jira"), Gate.jira(comment));
        new Made(arguments, gate.bytes()).write(folder);
        System.err.println("In " + folder + ": comment.md, and comment.jira with the markup of Jira");
        return gate.worse().isEmpty() ? 0 : 1;
    }

    /** Copies the jars of a build, to compare a later one with it: both may have the version of the same snapshot. */
    private void jars() throws IOException, InterruptedException {
        Path folder = Path.of(word(1, "a framework and a folder, as in camel:4.23.0-SNAPSHOT before"));
        if (Files.exists(folder)) {
            throw new IllegalArgumentException(folder + " exists: name a new folder");
        }
        Files.createDirectories(folder);
        List<Path> jars = new Frameworks(experiments, with).jars(word(0, "a framework"));
        for (Path each : jars) {
            Files.copy(each, folder.resolve(each.getFileName()));
        }
        System.out.println(folder + ": " + Build.of(jars));
    }

    private void bisect() throws IOException, InterruptedException {
        String first = word(0, "two versions and an operation, as in camel:4.12.0 camel:4.13.0 \"new exchange\"");
        String last = word(1, "a second version");
        String operation = word(2, "the name of an operation");
        change.versions(first.replaceFirst(":.*", ""), experiments);
        Frameworks frameworks = new Frameworks(experiments, with);
        Sides compiled = new Sides(change, newFolder().resolve("classes"));
        Runs runs = new Runs(options.jdk(), compiled.workload(), options.seconds(1, 1));
        List<String> found = new Bisect(runs, operation, options.rounds(3, 2), allowed)
                .find(frameworks.between(first, last), each -> compiled.version(each, frameworks.jars(each)));
        if (found.isEmpty()) {
            System.out.println(last + " does not differ from " + first + " in \"" + operation + "\"");
        } else {
            System.out.println("The first release that differs is " + found.get(1));
            List<Side> sides = compiled.of(frameworks.jars(found.get(0)), frameworks.jars(found.get(1)));
            Sites.print(runs, operation, sides.get(0), sides.get(2), List.of());
        }
    }

    /** Explains a row of a run that was made, with the experiment and the options of that run. */
    private void who() throws IOException, InterruptedException {
        String run = word(0, "the folder of a run, a history or a gate, and a row of it");
        Path folder = Files.exists(runs().resolve(run)) ? runs().resolve(run) : Path.of(run);
        Made made = Made.read(folder);
        String row = Names.find(
                "row", word(1, "a row of that run"), List.copyOf(made.bytes().keySet()), each -> each);
        Map<String, List<Double>> steps = made.steps(row);
        System.out.println("\"" + row + "\": "
                + steps.entrySet().stream()
                        .map(each -> History.range(each.getValue()) + " B " + each.getKey())
                        .collect(Collectors.joining(", ")));
        if (steps.size() < 2) {
            System.out.println("Its bytes do not differ in this run.");
            return;
        }
        Lab again = new Lab();
        new CommandLine(again).parseArgs(made.arguments().toArray(String[]::new));
        again.locate();
        again.named();
        again.explain(row, List.copyOf(steps.keySet()), folder.resolve("classes"));
    }

    private void explain(String row, List<String> steps, Path classes) throws IOException, InterruptedException {
        Frameworks frameworks = new Frameworks(experiments, with);
        Sides compiled = new Sides(change, classes);
        Runs runs = new Runs(options.jdk(), compiled.workload(), options.seconds(1, 1));
        List<Side> sides = new ArrayList<>();
        if (command.equals("history")) {
            for (String each : steps) {
                sides.add(compiled.version(each, frameworks.jars(framework() + ":" + each)));
            }
            Sites.print(runs, row, sides.get(0), sides.get(sides.size() - 1), sides.subList(1, sides.size()));
            return;
        }
        for (String each :
                change.isOfReleases() ? frameworks.between(change.before(), change.after()) : List.<String>of()) {
            sides.add(compiled.version(each, frameworks.jars(each)));
        }
        List<Side> both = compiled.of(frameworks.jars(change.before()), frameworks.jars(change.after()));
        Sites.print(runs, row, both.get(0), both.get(2), sides.subList(Math.min(1, sides.size()), sides.size()));
    }

    private void list() throws IOException {
        for (Experiment each : Experiment.all(experiments)) {
            System.out.println(each.id() + ": " + each.text("title"));
            System.out.println("    plugged in: " + each.text("seam"));
            System.out.println("    expect: " + each.text("expect"));
        }
        System.out.println("\nA run takes five to eight minutes, with --quick one or two. ./lab --help tells more,"
                + "\nsuch as ./lab history camel, bytes by release, and ./lab gate, which fails if bytes increase.");
    }

    private void show() throws IOException {
        Experiment shown = change.experiment();
        System.out.println(shown.id() + ": " + shown.text("title") + "\n\nFramework: " + shown.text("framework"));
        System.out.println("\nHow it is plugged in: " + shown.text("seam"));
        System.out.println("\nWhat stands in the way: " + shown.text("obstacles"));
        System.out.println("\nWhat to expect: " + shown.text("expect"));
        System.out.println("\nWhat behaves differently:\n" + shown.differences() + "\n\nFiles: " + shown.folder());
    }

    private int measure() throws IOException, InterruptedException {
        Path folder = newFolder();
        Sides compiled = new Sides(change, folder.resolve("classes"));
        List<Side> sides = sides(compiled);
        double seconds = options.seconds(change.groups().isEmpty() ? SECONDS : SECONDS_OF_A_GROUP, 1);
        Runs runs = new Runs(options.jdk(), compiled.workload(), seconds);
        Report report = new Report(
                change,
                runs.measure(sides, groups(), options.rounds(ROUNDS, QUICK_ROUNDS)),
                (seconds + " s each").replace(".0 ", " "),
                options.command());
        if (report.findings().all().isEmpty()) {
            throw new IOException("Nothing was measured on all three sides");
        }
        if (!Interrupt.happened()) {
            Side before = sides.get(0);
            Side after = sides.get(2);
            String most = report.findings().most();
            report.add(Sites.listed(most, runs.objects(before, most), runs.objects(after, most)));
            report.add(Report.laws(laws(runs, before), laws(runs, after)));
        }
        String markdown = report.markdown();
        System.out.println(markdown);
        Files.writeString(folder.resolve("report.md"), markdown);
        new Made(arguments, report.findings().bytes()).write(folder);
        Result result = report.result();
        result.write(folder.resolve("result.json"));
        if (options.json() != null) {
            Charts.write(result, options.json());
        }
        System.err.println("In " + folder + ": report.md, and result.json with all samples");
        String worse = failIfWorse ? report.findings().worse() : "";
        System.err.print(worse);
        return worse.isEmpty() ? 0 : 1;
    }

    private List<Side> sides(Sides compiled) throws IOException, InterruptedException {
        Frameworks frameworks = new Frameworks(experiments, with);
        return compiled.of(frameworks.jars(change.before()), frameworks.jars(change.after()));
    }

    private List<Fields> laws(Runs runs, Side side) throws IOException, InterruptedException {
        List<Path> laws = change.experiment().paths("laws");
        return laws.isEmpty() ? List.of() : runs.laws(side, Sources.className(laws.get(0)));
    }

    private void laws() throws IOException, InterruptedException {
        change.experiment().text("laws"); // refuses an experiment that has none
        if (export != null) {
            for (Path each : change.experiment().paths("laws")) {
                Path copy = Files.createDirectories(export).resolve(each.getFileName());
                Files.write(copy, Files.readAllBytes(each));
                System.out.println(copy + ": needs the framework and JUnit Jupiter, nothing else");
            }
            return;
        }
        Sides compiled = new Sides(change, newFolder().resolve("classes"));
        List<Side> sides = sides(compiled);
        Runs runs = new Runs(options.jdk(), compiled.workload(), 0);
        System.out.print(Report.laws(laws(runs, sides.get(0)), laws(runs, sides.get(2))));
    }

    private void tests() throws IOException, InterruptedException {
        Frameworks frameworks = new Frameworks(experiments, with);
        List<Path> before = testJars(frameworks, change.before());
        List<Path> after = testJars(frameworks, change.after());
        Path folder = newFolder();
        List<Side> sides = new Sides(change, folder.resolve("classes")).of(before, after);
        String said = new FrameworkTests(options.jdk(), folder)
                .compare(sides.get(0), before.get(0), sides.get(2), after.get(0), packages);
        System.out.println(said);
        Files.writeString(folder.resolve("report.md"), said);
        System.err.println("In " + folder + ": report.md, and what each JVM has printed");
    }

    private List<Path> testJars(Frameworks frameworks, String framework) throws IOException, InterruptedException {
        if (tests == null) {
            return frameworks.tests(framework);
        }
        return Stream.of(Frameworks.classPath(tests), frameworks.jars(framework))
                .flatMap(List::stream)
                .toList();
    }

    private static Path runs() {
        return Jvm.root().resolve("target/lab");
    }

    private Path newFolder() throws IOException {
        Path all = runs().resolve(change.experiment().id().replace(':', '-'));
        int number = 1;
        while (Files.exists(all.resolve(Integer.toString(number)))) {
            number++;
        }
        return Files.createDirectories(all.resolve(Integer.toString(number)));
    }
}
