package course;

import static java.lang.System.out;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The program of {@code ./course}. It is run from its source, in the root folder, and uses the JDK alone. */
final class Course {
    private static final Path HOME = Path.of("docs/course");
    private static final Path TARGET = HOME.resolve("target");

    private static final String USAGE = """
            ./course                  lists the steps, and which of them pass
            ./course 07               runs the tests of step 7 and prints the cost before and after
            ./course 07 --exercise    runs the test of the exercise, which fails until you have solved it
            ./course 07 --watch       runs that test again each time Exercise.java is saved, until you press Ctrl-C
            ./course 07 --hint        prints a hint for the exercise; called again, it adds the next one
            ./course 07 --bench       measures times with JMH, in about half a minute and so only roughly
            ./course next             names the first step whose exercise does not pass yet
            ./course mine             compares your own exchange, in docs/course/mine, with what all steps ask
            ./course mine 07          the same up to step 7
            ./course --help           prints this
            """;

    private static final String CLASSPATH_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:build-classpath"
            + " -Dmdep.includeScope=test -Dmdep.outputFile=target/classpath";

    /** What Maven or the test said in the last run. */
    private static String log = "";

    public static void main(String... arguments) throws Exception {
        try {
            System.exit(run(List.of(arguments)));
        } catch (IllegalArgumentException | IllegalStateException e) {
            boolean refused = e instanceof IllegalArgumentException;
            System.err.print(e.getMessage() + "\n" + (refused ? "\n" + USAGE : ""));
            System.exit(refused ? 2 : 1);
        }
    }

    private static int run(List<String> arguments) throws Exception {
        if (arguments.size() > 2) {
            throw new IllegalArgumentException("Too many arguments: ./course takes a step and one option.");
        }
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        String second = arguments.size() < 2 ? "" : arguments.get(1);
        return switch (first) {
            case "" -> list();
            case "-h", "--help", "help" -> said(0, USAGE);
            case "next" -> next(second);
            case "mine" -> mine(second.isEmpty() ? numbers().get(numbers().size() - 1) : number(second));
            default -> run(number(first), second);
        };
    }

    private static int run(String step, String option) throws Exception {
        String why = "' is not an option: choose --exercise, --watch, --hint, --bench or none.";
        return switch (option) {
            case "" -> step(step);
            case "--bench" -> bench(step);
            case "--exercise" -> exercise(step);
            case "--hint" -> hint(step);
            case "--watch" -> watch(step);
            default -> throw new IllegalArgumentException("'" + option + why);
        };
    }

    private static int said(int code, String text) {
        out.print(text);
        return code;
    }

    /** The steps: "01", "02" and so on. */
    private static List<String> numbers() {
        Stream<String> all = Stream.iterate(1, i -> i + 1).map("%02d"::formatted);
        return all.limit(99).filter(step -> Files.isDirectory(folder(step))).toList();
    }

    /** The number of a step that is called 7, 07 or step07. */
    private static String number(String name) {
        if (!name.matches("(step)?[0-9]{1,2}")) {
            throw new IllegalArgumentException("'" + name + "' is not a step: a step is a number, as in ./course 07.");
        }
        String number = "%02d".formatted(Integer.parseInt(name.replace("step", "")));
        if (!numbers().contains(number)) {
            String steps = String.join(" ", numbers());
            throw new IllegalArgumentException("There is no step '" + name + "': the steps are " + steps + " .");
        }
        return number;
    }

    private static Path folder(String step) {
        return HOME.resolve("step" + step);
    }

    private static String title(String step) throws IOException {
        String page = Files.readString(folder(step).resolve("README.md"));
        return page.substring("# ".length(), page.indexOf('\n'));
    }

    /** "passes", "fails", or "not run" if the step's files changed after the last run. */
    private static String state(String step, String test) throws IOException {
        Path report = TARGET.resolve("surefire-reports/TEST-step" + step + "." + test + ".xml");
        long ran = report.toFile().lastModified();
        try (Stream<Path> files = Files.walk(folder(step))) {
            Stream<Path> sources = files.filter(file -> file.toString().endsWith(".java"));
            if (ran == 0 || sources.anyMatch(file -> file.toFile().lastModified() > ran)) {
                return "not run";
            }
        }
        Pattern passed = Pattern.compile("<testsuite .* errors=\"0\".* failures=\"0\"");
        return passed.matcher(Files.readString(report)).find() ? "passes" : "fails";
    }

    private static int list() throws IOException {
        String row = "%-48s %-9s %s\n";
        out.print(row.formatted("", "tests", "exercise"));
        for (String step : numbers()) {
            out.print(row.formatted(title(step), state(step, "StepTest"), state(step, "ExerciseTest")));
        }
        out.print("\n./course 07 runs step 7, ./course mine tests your own exchange; ");
        return said(0, "./course --help lists all commands.\n");
    }

    private static int step(String step) throws Exception {
        boolean passed = passes("step" + step + ".StepTest", "");
        out.print(title(step) + "\n\n");
        if (!passed) {
            return said(1, failures());
        }
        for (String part : List.of("", "-2")) {
            Path table = TARGET.resolve("figures/step" + step + part + ".txt");
            out.print(Files.exists(table) ? Files.readString(table) + "\n" : "");
        }
        out.println("The tests pass. The page: " + folder(step) + "/README.md");
        return said(0, "The same in your own exchange: ./course mine " + step + "\n");
    }

    private static int exercise(String step) throws Exception {
        if (passes("step" + step + ".ExerciseTest", "")) {
            String solution = folder(step) + "/solution/Solution.java\n";
            return said(0, "The exercise of step " + step + " passes. One solution: " + solution);
        }
        out.println(failures());
        out.println("The exercise does not pass yet. The file to change: " + folder(step) + "/Exercise.java");
        return said(1, "For a hint: ./course " + step + " --hint\n");
    }

    private static int watch(String step) throws Exception {
        Path file = folder(step).resolve("Exercise.java");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
            out.println();
            Runtime.getRuntime().halt(0); // Ctrl-C is the way to end this, so no failure
        }));
        while (true) {
            long seen = file.toFile().lastModified(); // before the test, so that a save during it counts
            out.printf("---- %tT, exercise of step %s ----%n%n", System.currentTimeMillis(), step);
            try {
                exercise(step);
            } catch (IllegalStateException e) {
                System.err.println(e.getMessage());
            }
            out.print("\nWaiting until Exercise.java is saved. Ctrl-C ends this.\n\n");
            while (file.toFile().lastModified() <= seen) {
                Thread.sleep(500);
            }
        }
    }

    /** The hints are the paragraphs of a file. Each call prints one more than the last call did. */
    private static int hint(String step) throws IOException {
        String text = Files.readString(folder(step).resolve("hints.txt"));
        String[] hints = text.strip().split("\n{2,}", -1);
        Path given = TARGET.resolve("hints/step" + step);
        String before = Files.exists(given) ? Files.readString(given).strip() : "0";
        int number = Math.min(Integer.parseInt(before) + 1, hints.length);
        for (int hint = 1; hint <= number; hint++) {
            out.printf("Hint %d of %d%n%s%n%n", hint, hints.length, hints[hint - 1]);
        }
        Files.createDirectories(given.getParent());
        Files.writeString(given, number + "\n");
        String solution = "There are no more hints. One solution: " + folder(step) + "/solution/Solution.java\n";
        return said(0, number < hints.length ? "For the next hint: ./course " + step + " --hint\n" : solution);
    }

    /** The reader's own exchange, with the checks of the steps up to this one. */
    private static int mine(String step) throws Exception {
        Path file = TARGET.resolve("figures/mine.txt");
        Files.deleteIfExists(file);
        boolean passed = passes("mine.MyExchangeTest", " -Dcourse.step=" + Integer.parseInt(step));
        String costs = Files.exists(file) ? Files.readString(file) + "\n" : "";
        if (passed) {
            return said(0, costs + "Your exchange does what is asked up to step " + Integer.parseInt(step) + ".\n");
        }
        Matcher asked = Pattern.compile("Step ([0-9]+) asks: ").matcher(log);
        boolean found = asked.find();
        Stream<String> said = log.substring(found ? asked.start() : 0).lines();
        out.println(found ? text(said.takeWhile(line -> !line.matches("\\s+at .*"))) : failures());
        out.println(costs + "The file to change: " + HOME + "/mine/MyExchange.java");
        if (found) {
            String page = "%s/step%02d/README.md".formatted(HOME, Integer.valueOf(asked.group(1)));
            out.println("The page: " + page + ", under \"Your exchange\"");
        }
        return 1;
    }

    private static int next(String option) throws Exception {
        if (!option.isEmpty()) {
            throw new IllegalArgumentException("'next' takes no argument.");
        }
        for (String step : numbers()) {
            String state = state(step, "ExerciseTest");
            if (state.equals("fails") || (state.equals("not run") && !passes("step" + step + ".ExerciseTest", ""))) {
                out.println(title(step));
                out.print("Read " + folder(step) + "/README.md, and change Exercise.java in the same folder until ");
                return said(0, "./course " + step + " --exercise passes.\n");
            }
        }
        return said(0, "All exercises pass. The last page of the course: " + HOME + "/ladder.md\n");
    }

    private static int bench(String step) throws Exception {
        passes("test-compile " + CLASSPATH_GOAL, TARGET.resolve("none"));
        String flags = "-XX:+IgnoreUnrecognizedVMOptions --sun-misc-unsafe-memory-access=allow";
        String main = " org.openjdk.jmh.Main -f 1 -wi 5 -w 200ms -i 15 -r 100ms -bm avgt -tu ns -foe true -v SILENT";
        Path csv = TARGET.resolve("timing.csv");
        ProcessBuilder jmh = new ProcessBuilder(System.getProperty("java.home") + "/bin/java").inheritIO();
        jmh.environment().put("CLASSPATH", TARGET + "/test-classes:" + Files.readString(TARGET.resolve("classpath")));
        jmh.command().addAll(List.of((flags + main + " -rf csv -rff " + csv).split(" ", -1)));
        jmh.command().addAll(List.of("-jvmArgsAppend", flags + " -Xms256m -Xmx256m", "^step" + step + "\\.Timing\\."));
        int code = jmh.start().waitFor();
        if (code != 0) {
            return code;
        }
        out.print(title(step) + ": nanoseconds per operation: the mean and its 99.9 % error\n\n");
        List<String> rows = Files.readString(csv).replace("\"", "").lines().toList();
        String[] names = rows.get(0).replace("Param: ", "").split(",", -1);
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split(",", -1);
            String what = cells[0].replaceFirst(".*Timing\\.", "");
            for (int i = 7; i < cells.length; i++) {
                what += " " + names[i] + "=" + cells[i];
            }
            out.printf(Locale.ROOT, "%-48s %10.1f +- %.1f%n", what, Double.valueOf(cells[4]), Double.valueOf(cells[5]));
        }
        return 0;
    }

    private static boolean passes(String test, String option) throws Exception {
        Path report = TARGET.resolve("surefire-reports/TEST-" + test + ".xml");
        Files.deleteIfExists(report);
        if (canRunAlone(test)) {
            return passesAlone(test, option);
        }
        Files.deleteIfExists(TARGET.resolve("classpath"));
        String options = option + " -Dsurefire.failIfNoSpecifiedTests=true -Dsurefire.rerunFailingTestsCount=0";
        return passes(CLASSPATH_GOAL + " test -Dtest=" + test + options, report);
    }

    // ---- without Maven, once it has compiled everything and said where the libraries are

    private static boolean canRunAlone(String test) {
        long known = TARGET.resolve("classpath").toFile().lastModified();
        Stream<Path> made = Stream.of(classFile("course.Runner"), classFile(test));
        return known > HOME.resolve("pom.xml").toFile().lastModified()
                && known > Path.of("pom.xml").toFile().lastModified()
                && made.allMatch(Files::exists);
    }

    private static Path classFile(String name) {
        return TARGET.resolve("test-classes/" + name.replace('.', '/') + ".class");
    }

    private static boolean passesAlone(String test, String option) throws Exception {
        String libraries = Files.readString(TARGET.resolve("classpath")).strip();
        compile(changed(), libraries);
        String flags = "-XX:+IgnoreUnrecognizedVMOptions -XX:+EnableDynamicAgentLoading -Xbatch -XX:+UseSerialGC"
                + " -Djdk.attach.allowAttachSelf=true -Djol.magicFieldOffset=true"
                + " --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" + option;
        ProcessBuilder runner = new ProcessBuilder(System.getProperty("java.home") + "/bin/java");
        runner.command().addAll(List.of(flags.split(" ", -1)));
        runner.command().addAll(List.of("-cp", "target/test-classes:" + libraries, "course.Runner", test));
        Process running =
                runner.directory(HOME.toFile()).redirectErrorStream(true).start();
        log = text(running.inputReader().lines());
        return running.waitFor() == 0;
    }

    /** The sources in each folder that has one which is newer than its class. */
    private static List<Path> changed() throws IOException {
        List<Path> changed = new ArrayList<>();
        for (String folder : numbers().stream().map("step"::concat).toList()) {
            addChanged(folder, changed);
        }
        addChanged("mine", changed);
        addChanged("course", changed);
        return changed;
    }

    private static void addChanged(String folder, List<Path> changed) throws IOException {
        try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            if (sources.stream().anyMatch(Course::isChanged)) {
                changed.addAll(sources);
            }
        }
    }

    private static boolean isChanged(Path source) {
        String name = HOME.relativize(source).toString().replace(".java", "").replace('/', '.');
        return source.toFile().lastModified() > classFile(name).toFile().lastModified();
    }

    private static void compile(List<Path> sources, String libraries) {
        if (sources.isEmpty()) {
            return;
        }
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-parameters", "-g", "-d"));
        arguments.add(TARGET + "/test-classes");
        arguments.addAll(List.of("-cp", TARGET + "/test-classes:" + libraries));
        sources.forEach(source -> arguments.add(source.toString()));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler.run(null, null, errors, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException(errors + "The tests could not run: this does not compile.");
        }
    }

    // ---- with Maven

    /** Whether Maven succeeds, offline if it already has all that it needs. If it cannot test, ends with the reason. */
    private static boolean passes(String goals, Path report) throws Exception {
        String missing = "offline mode|has not been downloaded|was not found in|Could not (find|resolve|transfer)";
        boolean passes = maven("-o", goals);
        if (!passes && Pattern.compile(missing).matcher(log).find()) {
            System.err.println("downloading what Maven needs (only the first time) ...");
            passes = maven("-B", goals);
        }
        if (!passes && !Files.exists(report)) {
            boolean compiled = !log.contains("COMPILATION ERROR"); // else only the errors and their lines
            String said = text(log.lines().takeWhile(line -> compiled || !line.contains("Failed to execute goal")));
            throw new IllegalStateException(said + "The tests could not run; Maven's output is above.");
        }
        return passes;
    }

    /** The failures without Maven's own lines and repetitions. */
    private static String failures() {
        return text(log.lines()
                .map(line -> line.replaceAll("\033\\[[0-9;]*m", "").replaceFirst("^\\[ERROR\\] *", ""))
                .takeWhile(line -> !line.matches("(Failures|Errors): *"))
                .map(line -> line.replaceFirst(
                        "\\s+at (step..)[.].*[(](\\w+[.]java):(\\d+)[)]", "in line $3 of " + HOME + "/$1/$2"))
                .filter(line -> !line.isBlank() && !line.matches("\\s+at .*"))
                .limit(60));
    }

    private static String text(Stream<String> lines) {
        return lines.map(line -> line + "\n").collect(Collectors.joining());
    }

    private static boolean maven(String online, String goals) throws Exception {
        String command = "mvn -B -ntp -q -Dstyle.color=never -Preader -pl docs/course " + online + " " + goals;
        ProcessBuilder builder = new ProcessBuilder(command.split(" ", -1)).redirectErrorStream(true);
        try {
            Process maven = builder.start();
            log = text(maven.inputReader().lines());
            return maven.waitFor() == 0;
        } catch (IOException e) {
            throw new IllegalStateException("mvn was not found: install Maven 3.8.7 or later (see README.md).", e);
        }
    }
}
