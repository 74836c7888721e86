package io.mehari.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The program of {@code ./bench}, {@code ./prove}, {@code ./demo} and {@code ./lab}: lists what there is, builds the jars
 * that a program needs, and runs it. It is run from its source, so that a list of {@code ./bench} or {@code ./prove}
 * needs no build, and uses the JDK alone.
 */
public final class Launch {
    private static final Path ROOT =
            Path.of(System.getProperty("mehari.root", ".")).toAbsolutePath();

    /** name | how long it takes | with --quick | its module and class | its peers | what it measures */
    static final List<Program> MEASUREMENTS = programs("""
            compare      | 45 min | 3 min | subjects.run.ClosedLoops | all | the same scenarios in Mehari and its peers, in turn, each warmed up until it is steady (--scenario, --heap)
            throughput   | 60 min | 3 min | subjects.run.ClosedLoops | all | messages a second through a queue (--scenario)
            latency      | 70 min | 1 min | subjects.run.Latency     | all | latency of a queue and of a reply, live heap and pauses (--rates, --modes, --shapes, --heap)
            growth       | 15 min | 30 s  | subjects.run.Growth      |     | how the cost of a message grows: with headers, steps, routes, groups, ... (--only, --most)
            gauge        | 30 s   | 3 s   | subjects.run.RoundTrips  |     | round trip of a cache line between the two processors, on which queue speed depends
            idle         | 3 min  | 20 s  | subjects.run.Idle        | all | processor time and memory of idle queues
            start-up     | 3 min  | 20 s  | subjects.run.StartUp     | all | start of ten routes, as the time of whole processes
            create       | 7 min  | 30 s  | subjects.run.ClosedLoops | all | creating an exchange
            copy         | 3 min  | 15 s  | subjects.run.ClosedLoops | all | copying an exchange
            life         | 5 min  | 20 s  | subjects.run.ClosedLoops |     | creating and releasing an exchange, by clock and pool
            header       | 25 min | 1 min | subjects.run.ClosedLoops | all | reading and writing headers
            property     | 15 min | 40 s  | subjects.run.ClosedLoops | all | reading and writing properties
            watching     | 5 min  | 20 s  | subjects.run.ClosedLoops |     | cost of watching a route
            type-checks  | 2 min  | 10 s  | subjects.run.ClosedLoops |     | cost of casts to interfaces and to classes, before and after JDK 23
            bridge       | 15 min | 1 min | subjects.run.ClosedLoops | camel-4.22.0 | a message that crosses between Camel and Mehari, and a split that moved, beside Camel alone
            brokers      | 45 min | 3 min | connectors.Brokers       | camel-brokers-4.22.0 spring-jms-7.1.2 | copies between queues of Artemis and topics of Kafka, compared with Camel, Spring and bare clients (--only, --subjects, ...)
            network      | 25 min | 2 min | connectors.Network       | camel-netty-4.22.0 vertx-5.2.3 | TCP and HTTP, compared with bare Netty, Vert.x, the JDK and Camel; needs wrk (--only, --subjects, ...)
            before-after | 11 min | 40 s  | lab.Lab                  |     | a commit and this checkout, or another commit: bytes and times, with a verdict (COMMIT, --rounds, --seconds)
            """);

    static final List<Program> PROOFS = programs("""
            differential | 2 min  | 10 s  | differential.Differential | camel-beans-4.22.0 | random routes on Camel and on Mehari: same behaviour, or a listed difference
            simulate     | 15 min | 15 s  | simulation.Simulate | | random contexts in simulated time, judged by the laws; --planted: faults that the judges must find
            stress       | 10 min | 3 min | stress.Stress       | | jcstress tests of all code that threads share
            weakened     | 5 min  | -     | stress.Stress       | | jcstress tests of weakened variants, which must fail
            soak         | 5 min  | 20 s  | soak.QueueSoak      | | no queue loses a message while routes stop, restart and fail
            faults       | 16 min | 2 min | faults.Faults       | | processes are killed and frozen and disks filled between Kafka and a JMS queue: nothing is lost
            clients      | 8 min  | 3 min | faults.Clients      | | the laws of connectors for jms: with four clients, each broker a process of its own
            file-kills   | 15 min | 1 min | faults.FileKills    | | a process that moves files by Camel's file component is killed again and again: no file is lost
            woven        | 20 min | 30 s  | woven.Woven         | | an OutOfMemoryError or StackOverflowError at any point of Mehari's own code: afterwards all works
            network-soak | 10 min | 10 s  | faults.NetworkSoak  | | HTTP requests while connections are cut: each is answered or fails, nothing leaks
            proxies      | 2 min  | 20 s  | faults.Proxies      | | raw requests through nginx, HAProxy, Apache and Squid to a Mehari server: both sides see the same (--only)
            """);

    private static final List<String> ALL_PEERS =
            List.of("camel-4.17.0", "camel-4.20.0", "camel-4.22.0", "spring-integration-7.1.2", "vertx-5.2.3");

    /** In {@code testing}: their classes and jars lie in their target folders. */
    private static final List<String> PROVING =
            List.of("differential", "simulation", "stress", "soak", "faults", "woven");

    /** Subjects that need the jars of a peer. */
    private static final Pattern NEEDS_JARS = Pattern.compile("camel|spring|vertx");

    /** What programs use. Who changes it must build them again. */
    private static final List<String> USED = List.of(
            "core-api core-impl core-main core-connector components-queue components-kafka components-jms components-netty components-camel testing benchmarks/report"
                    .split(" ", -1));

    private static final String HELP = """

            ./COMMAND NAME [options] runs one; ./COMMAND NAME --help lists its options.
              --quick           a short run, which shows only that it works
              --jdk PATH[,PATH] JDKs to run on (default: the one that builds)
            The output is in target/COMMAND, too.
            """;

    private Launch() {}

    /**
     * The first argument is {@code bench}, {@code prove}, {@code demo} or {@code lab}; the others are the user's.
     */
    public static void main(String[] arguments) throws Exception {
        List<String> options = new ArrayList<>(List.of(arguments));
        String command = options.remove(0);
        System.setProperty("mehari.command", ("./" + command + " " + String.join(" ", options)).trim());
        System.exit(
                switch (command) {
                    case "demo" -> demo(options);
                    case "lab" -> run(program("lab.Lab", ""), here(), options, Optional.empty());
                    case "prove" -> choose(command, "proof", PROOFS, options);
                    default -> choose(command, "measurement", MEASUREMENTS, options);
                });
    }

    /** What can be run: a class in a module. */
    record Program(String name, String takes, String quick, String type, String peers, String what) {
        String module() {
            return type.substring(0, type.indexOf('.'));
        }

        boolean proves() {
            return PROVING.contains(module());
        }

        Path folder() {
            return ROOT.resolve(proves() ? "testing" : "benchmarks").resolve(module());
        }

        Path jar() {
            return folder().resolve("target/" + (proves() ? "mehari-testing-" : "") + module() + ".jar");
        }

        String classPath() {
            String path = (proves() ? folder().resolve("target/classes") : jar()) + ":" + folder() + "/target/lib/*";
            return type.startsWith("differential")
                    ? path + ":" + ROOT.resolve("benchmarks/target/peers/" + peers + "/*")
                    : path;
        }
    }

    private static List<Program> programs(String table) {
        return table.lines()
                .map(line -> line.split(" *\\| *", -1))
                .map(cell -> new Program(cell[0], cell[1], cell[2], cell[3], cell[4], cell[5]))
                .toList();
    }

    private static Program program(String type, String peers) {
        return new Program("", "", "", type, peers, "");
    }

    // ---- the commands

    private static int choose(String command, String kind, List<Program> programs, List<String> options)
            throws Exception {
        String name = options.isEmpty() ? "--list" : options.remove(0);
        if (List.of("--list", "-l", "--help", "-h").contains(name)) {
            System.out.printf("%-13s %7s  %7s%n", "name", "takes", "--quick");
            programs.forEach(
                    each -> System.out.printf("%-13s %7s  %7s  %s%n", each.name, each.takes, each.quick, each.what));
            System.out.print(HELP.replace("COMMAND", command));
            return 0;
        }
        Program program = programs.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow(() -> refused("There is no " + kind + " " + name + ". Choose from: "
                        + String.join(", ", programs.stream().map(Program::name).toList())));
        return command.equals("prove")
                ? prove(program, options)
                : name.equals("before-after") ? beforeAfter(program, options) : measure(program, options);
    }

    private static int demo(List<String> options) throws Exception {
        String all = (String.join(" ", options) + " ").toLowerCase(Locale.ROOT).replace('=', ' ');
        Program program = all.contains("--scenario sales ")
                ? program("faults.Sales", "")
                : all.contains("--scenario http ")
                        ? program("faults.HttpDemo", "")
                        : program("subjects.run.Demo", "camel-4.22.0");
        build(program);
        if (!asksForHelp(options)) {
            fetch(program.peers);
        }
        return run(program, program.proves() ? jdks(options).get(0) : here(), options, Optional.empty());
    }

    private static int prove(Program program, List<String> options) throws Exception {
        List<Path> jdks = jdks(options);
        if (!fetch(program.peers)) {
            return 1;
        }
        String time =
                LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss"));
        Path results = Files.createDirectories(ROOT.resolve("target/prove"));
        if (program.name.equals("weakened")) {
            options.add(0, "--weakened");
        }
        int code = 0;
        for (Path jdk : jdks) {
            Path log = results.resolve(program.name + "-" + time + "-" + jdk.getFileName() + ".txt");
            code = Math.max(code, run(program, jdk, options, Optional.of(log)));
        }
        return code;
    }

    private static int measure(Program program, List<String> options) throws Exception {
        List<String> all = new ArrayList<>(program.type.endsWith("ClosedLoops") ? List.of(program.name) : List.of());
        if (asksForHelp(options)) {
            all.addAll(options);
            return run(program, here(), all, Optional.empty());
        }
        build(program);
        int chosen = options.indexOf("--subjects");
        if (chosen < 0
                || NEEDS_JARS
                        .matcher(String.join(",", options.subList(chosen, options.size())))
                        .find()) {
            fetch(program.peers);
        }
        Path result = result(program.name);
        all.addAll(List.of("--json", result + ".json"));
        all.addAll(options);
        int code = run(program, here(), all, Optional.of(Path.of(result + ".txt")));
        show(result);
        return code;
    }

    /** Compares the jars of a commit with those of another, or of this checkout. */
    private static int beforeAfter(Program program, List<String> options) throws Exception {
        if (asksForHelp(options)) {
            System.out.println("./bench before-after COMMIT [COMMIT] [--quick] [--jdk A,B] [--rounds N] [--seconds N]: "
                    + program.what + ". Exit code 1 if an operation is slower or allocates more.");
            return 0;
        }
        List<Path> jdks = jdks(options);
        List<String> commits = new ArrayList<>();
        while (!options.isEmpty() && !options.get(0).startsWith("-")) {
            commits.add(options.remove(0));
        }
        if (commits.isEmpty() || commits.size() > 2) {
            throw refused("before-after needs a commit, as in ./bench before-after HEAD~1, or two.");
        }
        String before = jarsOf(commits.get(0));
        String after = commits.size() > 1 ? jarsOf(commits.get(1)) : jarsOf();
        boolean quick = options.remove("--quick");
        addUnlessGiven(options, "--rounds", quick ? "2" : "10");
        addUnlessGiven(options, "--seconds", quick ? "0.4" : "2.5");
        Path result = result(program.name);
        int code = 0;
        for (Path jdk : jdks) {
            List<String> all = new ArrayList<>(List.of("run", "mehari:before-after", "--fail-if-worse"));
            all.addAll(List.of("--experiments", ROOT + "/benchmarks/lab/mehari", "--before", "mehari:" + before));
            all.addAll(List.of("--after", "mehari:" + after));
            all.addAll(List.of("--jdk", jdk.toString()));
            all.addAll(List.of("--json", result + (jdks.size() > 1 ? "." + jdk.getFileName() : "") + ".json"));
            all.addAll(options);
            code = Math.max(code, run(program, jdk, all, Optional.of(Path.of(result + ".txt"))));
        }
        show(result);
        return code;
    }

    private static String jarsOf(String... commit) throws Exception {
        List<String> command = new ArrayList<>(List.of(ROOT + "/benchmarks/lab/jars-of"));
        command.addAll(List.of(commit));
        String name = ask(ProcessBuilder.Redirect.INHERIT, command.toArray(String[]::new));
        if (name.isEmpty()) {
            throw refused("Nothing was compared.");
        }
        return name;
    }

    private static void addUnlessGiven(List<String> options, String option, String value) {
        if (!options.contains(option)) {
            options.addAll(List.of(option, value));
        }
    }

    private static boolean asksForHelp(List<String> options) {
        return options.contains("--help") || options.contains("-h");
    }

    // ---- JDKs, results

    private static Path here() {
        return Path.of(System.getProperty("java.home"));
    }

    /** Takes the option out of the list. */
    private static List<Path> jdks(List<String> options) {
        int at = options.indexOf("--jdk");
        if (at < 0) {
            return List.of(here());
        }
        options.remove(at);
        if (at == options.size()) {
            throw refused("--jdk needs the folder of a JDK.");
        }
        List<Path> jdks = Stream.of(options.remove(at).split(",", -1))
                .map(each -> Path.of(each).toAbsolutePath())
                .toList();
        for (Path each : jdks) {
            if (!Files.isExecutable(each.resolve("bin/java"))) {
                throw refused("--jdk " + each + ": there is no " + each
                        + "/bin/java; give the folder of a JDK, version 17 or later.");
            }
        }
        return jdks;
    }

    /** The short hash of the commit that is checked out, with {@code +changes} if files differ from it. */
    private static String commit() throws Exception {
        String commit = ask(ProcessBuilder.Redirect.DISCARD, "git", "rev-parse", "--short", "HEAD");
        String changed = ask(ProcessBuilder.Redirect.DISCARD, "git", "status", "--porcelain", "--untracked-files=no");
        return (commit.isEmpty() ? "unknown" : commit) + (changed.isEmpty() ? "" : "+changes");
    }

    /** The path of the result's files, without their endings: the first that is free. */
    private static Path result(String name) throws Exception {
        String date = LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ISO_LOCAL_DATE);
        Path folder = Files.createDirectories(ROOT.resolve("target/bench/" + date + "-" + commit()));
        Path result = folder.resolve(name);
        for (int i = 2; Files.exists(Path.of(result + ".txt")); i++) {
            result = folder.resolve(name + "-" + i);
        }
        return result;
    }

    /** Lists all files of the result. */
    private static void show(Path result) throws Exception {
        Path folder = result.resolveSibling("");
        System.out.println("\nIn " + folder + ":");
        try (Stream<Path> files = Files.list(folder)) {
            files.map(each -> each.getFileName().toString())
                    .filter(each ->
                            each.matches(Pattern.quote(result.getFileName().toString()) + "([.-]\\D.*)?"))
                    .sorted()
                    .forEach(each -> System.out.println("  " + each));
        }
    }

    // ---- processes

    /**
     * Builds it, runs it, and copies what it prints to the file. Ctrl-C ends the program, which prints what it has so
     * far; this JVM goes on until it has ended.
     */
    private static int run(Program program, Path jdk, List<String> options, Optional<Path> log) throws Exception {
        build(program);
        ProcessBuilder builder = new ProcessBuilder(java(program, jdk, options)).inheritIO();
        if (program.module().equals("stress")) {
            builder.directory(ROOT.resolve("target/prove").toFile()); // it leaves files
        }
        if (log.isEmpty()) {
            return ended(builder.start());
        }
        Process process = builder.redirectOutput(ProcessBuilder.Redirect.PIPE).start();
        try (InputStream from = process.getInputStream();
                OutputStream file =
                        Files.newOutputStream(log.get(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            file.write(("$ " + System.getProperty("mehari.command") + "\n\n").getBytes(StandardCharsets.UTF_8));
            byte[] bytes = new byte[8192];
            for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
                System.out.write(bytes, 0, n);
                System.out.flush();
                file.write(bytes, 0, n);
            }
        }
        return ended(process);
    }

    private static List<String> java(Program program, Path jdk, List<String> options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                jdk.resolve("bin/java").toString(),
                "-Dmehari.root=" + ROOT,
                "-Dmehari.width=" + System.getProperty("mehari.width", "0"),
                "-Dmehari.command=" + System.getProperty("mehari.command", ""),
                "-Dmehari.commit=" + commit(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:-OmitStackTraceInFastThrow")); // else refusals of differential routes lose their messages
        if (program.name.equals("before-after")) {
            // The lab's jar has Mehari inside, so the JVMs that measure have only the classes of the lab.
            String benchmarks = ROOT + "/benchmarks/";
            command.add("-Dmehari.forks=" + benchmarks + "lab/target/classes:" + benchmarks + "report/target/classes");
        }
        command.addAll(List.of("-cp", program.classPath(), "io.mehari." + program.type));
        command.addAll(options);
        return command;
    }

    private static int ended(Process process) throws InterruptedException {
        Thread hook = new Thread(() -> process.onExit().join());
        Runtime.getRuntime().addShutdownHook(hook);
        return process.waitFor();
    }

    /** The output of a command in the root, trimmed; empty if it fails. */
    private static String ask(ProcessBuilder.Redirect errors, String... command)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectError(errors)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        return process.waitFor() == 0 ? said : "";
    }

    private static IllegalStateException refused(String message) {
        System.err.println(message);
        System.exit(2);
        return new IllegalStateException(message);
    }

    // ---- builds

    /** Builds the program's jar if it is missing or older than its sources. */
    private static void build(Program program) throws Exception {
        Path jar = program.jar();
        if (Files.exists(jar) && isUpToDate(program, Files.getLastModifiedTime(jar))) {
            return;
        }
        String module = ROOT.relativize(program.folder()).toString();
        System.err.println(
                "building " + module + " (the first time Maven downloads jars, which takes a minute or two) ...");
        // Maven copies jars to this folder, and would leave those of versions that are no longer used.
        for (Path each : jarsIn(program.folder().resolve("target/lib"))) {
            Files.delete(each);
        }
        String failure = maven("-pl", module, "-am", "package");
        if (!failure.isEmpty()) {
            throw refused(failure + "\nThe build failed; Maven's output is above.");
        }
        // Maven does not write a jar that has not changed, so its date may be old.
        Files.setLastModifiedTime(jar, FileTime.fromMillis(System.currentTimeMillis()));
    }

    private static boolean isUpToDate(Program program, FileTime built) throws IOException {
        List<Path> folders = new ArrayList<>(List.of(program.folder()));
        USED.forEach(each -> folders.add(ROOT.resolve(each)));
        for (Path folder : folders) {
            try (Stream<Path> files = Files.find(
                    folder,
                    Integer.MAX_VALUE,
                    (file, about) -> about.isRegularFile()
                            && about.lastModifiedTime().compareTo(built) > 0
                            && (file.endsWith("pom.xml") || file.toString().contains("/src/main/"))
                            && !file.toString().contains("/target/"))) {
                if (files.findAny().isPresent()) {
                    return false;
                }
            }
        }
        return Files.getLastModifiedTime(ROOT.resolve("pom.xml")).compareTo(built) <= 0;
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(".jar")).toList();
        }
    }

    /**
     * Downloads the jars of peers that are missing: of all, or of those whose names the spaces separate. False if one
     * cannot be downloaded.
     */
    private static boolean fetch(String peers) throws Exception {
        List<String> missing = new ArrayList<>();
        for (String each :
                peers.isEmpty() ? List.<String>of() : peers.equals("all") ? ALL_PEERS : List.of(peers.split(" ", -1))) {
            if (jarsIn(ROOT.resolve("benchmarks/target/peers").resolve(each)).isEmpty()) {
                missing.add(":mehari-peers-" + each.substring(0, each.lastIndexOf('.')));
            }
        }
        if (missing.isEmpty()) {
            return true;
        }
        System.err.println("downloading the jars of the peers (only the first time, a minute or two) ...");
        String failure = maven("-Ppeers", "--fail-at-end", "-pl", String.join(",", missing), "package");
        if (failure.isEmpty()) {
            return true;
        }
        Matcher why = Pattern.compile("Could not .*").matcher(failure);
        System.err.println("Some jars could not be downloaded" + (why.find() ? " (" + why.group() + ")" : "")
                + ": measuring without these peers.");
        return false;
    }

    /** Runs Maven, offline if it already has all that it needs. Returns its output if it fails. */
    private static String maven(String... options) throws Exception {
        String failure = maven("-o", List.of(options));
        if (Pattern.compile("offline mode|has not been downloaded|was not found in|Could not (find|resolve|transfer)")
                .matcher(failure)
                .find()) {
            System.err.println("downloading what Maven needs (only the first time) ...");
            failure = maven("-B", List.of(options));
        }
        return failure;
    }

    private static String maven(String online, List<String> options) throws Exception {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q", "-Dstyle.color=never", online));
        command.addAll(List.of("-DskipTests", "-Dspotless.check.skip"));
        command.addAll(options);
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(ROOT.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw refused("mvn was not found: install Maven 3.8.7 or later (see README.md).");
        }
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : said;
    }
}
