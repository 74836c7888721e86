package io.mehari.scenarios.typechecks;

import io.mehari.report.Better;
import io.mehari.report.Jdk;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.report.Statistics;
import io.mehari.report.Verdict;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.compare.ResultFolder;
import io.mehari.scenarios.demo.Child;
import io.mehari.scenarios.demo.LiveLine;
import io.mehari.scenarios.demo.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What does it cost to keep an exchange behind several interfaces? On JVMs before 23 a cast to one of several interfaces
 * writes into the class (JDK-8180450): expected is that the form behind interfaces is slower with one thread, and much
 * slower for each of two, where the one of classes is not; on JDK 25 the two are to be close.
 *
 * <p>{@code java -cp scenarios.jar io.mehari.scenarios.typechecks.TypeChecks [--jdk a,b] [--seconds 1] [--forks 3]}, as long
 * again for warming up. Each measurement has a JVM of its own, and they take turns, there and back.
 */
public final class TypeChecks {
    private static final int[] THREADS = {1, 2};
    private static final String METRIC = "ns/message";

    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<Path, Jdk> jdks = new LinkedHashMap<>();
    private final List<Cell> cells = new ArrayList<>();

    private TypeChecks() {
        options.put("--jdk", System.getProperty("java.home"));
        options.put("--seconds", "1");
        options.put("--forks", "3");
    }

    /** A form with so many threads on a JDK, and the nanoseconds of each fork. */
    private record Cell(Path jdk, int threads, String form, List<Double> nanos) {}

    /** Options: see the class. */
    public static void main(String[] args) throws Exception {
        TypeChecks checks = new TypeChecks();
        for (int i = 0; i < args.length; i += 2) {
            if (!checks.options.containsKey(args[i]) || i + 1 == args.length) {
                System.err.println(args[i] + ": the options are --jdk a,b, --seconds 1 and --forks 3");
                System.exit(2);
            }
            checks.options.put(args[i], args[i + 1]);
        }
        checks.measure();
        System.out.println(checks.table());
        checks.verdicts().forEach(System.out::println);
        Path root = Path.of(System.getProperty("mehari.root", "")).toAbsolutePath();
        ResultFolder.write(root, "type-checks", commit -> checks.result(commit, String.join(" ", args)));
    }

    private String option(String name) {
        return String.valueOf(options.get(name));
    }

    private void measure() throws IOException, InterruptedException {
        for (String jdk : option("--jdk").split(",", -1)) {
            for (int threads : THREADS) {
                for (String form : Form.NAMES) {
                    cells.add(new Cell(Path.of(jdk), threads, form, new ArrayList<>()));
                }
            }
        }
        int width = Integer.getInteger("mehari.width", 0);
        LiveLine line = new LiveLine(System.err, width > 0, width);
        List<Cell> turn = new ArrayList<>(cells);
        int forks = Integer.parseInt(option("--forks"));
        double seconds = Double.parseDouble(option("--seconds"));
        int left = forks * cells.size();
        for (int fork = 0; fork < forks; fork++) {
            for (Cell each : turn) {
                line.begin(String.format(
                        Locale.ROOT,
                        "%s, %d threads, %s: %.0f s left",
                        each.jdk.getFileName(),
                        each.threads,
                        each.form,
                        left-- * (2 * seconds + 0.5)));
                run(each, seconds);
                line.end();
            }
            Collections.reverse(turn);
        }
    }

    private void run(Cell cell, double seconds) throws IOException, InterruptedException {
        Child child = Child.start(
                cell.jdk,
                Path.of(""),
                Contender.of("mehari"),
                List.of(),
                Passage.class,
                cell.form,
                Integer.toString(cell.threads),
                Double.toString(seconds));
        int code = child.read(each -> {
            if (each.kind().equals("jvm")) {
                jdks.putIfAbsent(cell.jdk, jdk(each));
            } else {
                cell.nanos.add(each.number("nanos"));
            }
        });
        if (code != 0) {
            throw new IllegalStateException(cell.form + " ended with " + code + ": " + child.complaints());
        }
    }

    private static Jdk jdk(Fields jvm) {
        return new Jdk(jvm.text("name"), jvm.text("version"), jvm.text("vendor"), Child.FLAGS);
    }

    private String jdkName(Path jdk) {
        Jdk known = jdks.get(jdk);
        return known == null ? String.valueOf(jdk.getFileName()) : known.name();
    }

    private static String threads(int count) {
        return count == 1 ? "1 thread" : count + " threads";
    }

    /** One row for each form. */
    private String table() {
        List<String> heads = new ArrayList<>(List.of("ns of a thread for a message"));
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (Cell each : cells) {
            String head = "JDK " + jdkName(each.jdk) + ", " + threads(each.threads);
            if (!heads.contains(head)) {
                heads.add(head);
            }
            double mean = Statistics.mean(each.nanos);
            double half = Statistics.interval(each.nanos).high() - mean;
            rows.computeIfAbsent(each.form, form -> new ArrayList<>(List.of(form)))
                    .add(String.format(Locale.ROOT, "%.1f ± %.1f", mean, half));
        }
        Table table = new Table(1, heads);
        rows.values().forEach(table::add);
        return "\n" + table;
    }

    /** The chain of classes against the interfaces. */
    private List<String> verdicts() {
        List<String> lines = new ArrayList<>();
        for (Cell chain : cells) {
            for (Cell other : cells) {
                if (chain.form.equals(Form.NAMES.get(1))
                        && other.form.equals(Form.NAMES.get(0))
                        && other.jdk.equals(chain.jdk)
                        && other.threads == chain.threads) {
                    String say =
                            Verdict.of(Better.LESS, chain.nanos, other.nanos).say(chain.form, other.form);
                    lines.add("JDK " + jdkName(chain.jdk) + ", " + threads(chain.threads) + ": " + say);
                }
            }
        }
        return lines;
    }

    private Result result(String commit, String arguments) {
        String command = "java -cp benchmarks/scenarios/target/scenarios.jar " + TypeChecks.class.getName();
        Result result = Result.begun(
                        "An exchange behind interfaces, and as a chain of classes",
                        commit,
                        (command + " " + arguments).strip())
                .withJdks(List.copyOf(jdks.values()))
                .withNote(option("--forks")
                        + " forks of each, in turn there and back; 4 steps a message, each with one cast;"
                        + " payloads of four types; two classes of exchanges in each of the two model forms");
        for (String line : verdicts()) {
            result = result.withNote(line);
        }
        List<Row> rows = new ArrayList<>();
        for (Cell each : cells) {
            String group = "type-checks/" + threads(each.threads).replace(' ', '-');
            rows.add(Row.of(group, each.form, jdkName(each.jdk), METRIC, Better.LESS, each.nanos));
        }
        return result.withRows(rows);
    }
}
