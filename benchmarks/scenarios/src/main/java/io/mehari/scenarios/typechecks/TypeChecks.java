package io.mehari.scenarios.typechecks;

import io.mehari.report.Better;
import io.mehari.report.CommandLine;
import io.mehari.report.Interval;
import io.mehari.report.Jdk;
import io.mehari.report.Program;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.report.Statistics;
import io.mehari.report.Verdict;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.fork.Child;
import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.Results;
import io.mehari.scenarios.fork.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What does it cost to keep an exchange behind several interfaces? On JVMs before 23, a cast to one of several
 * interfaces writes into the class (JDK-8180450). Expected: there, the form behind interfaces is slower with one
 * thread, and much slower for each of two threads, while the form with classes is not. On JDK 25, both forms should be
 * equally fast.
 *
 * <p>{@code java -cp scenarios.jar io.mehari.scenarios.typechecks.TypeChecks [--jdk a,b] [--seconds 1] [--forks 3]},
 * with a warm-up of the same length. Each measurement has a JVM of its own, and the order is A B B A.
 */
public final class TypeChecks {
    private static final int[] THREADS = {1, 2};
    private static final String METRIC = "ns/message";

    private final CommandLine options;
    private final Map<Path, Jdk> jdks = new LinkedHashMap<>();
    private final List<Cell> cells = new ArrayList<>();

    private TypeChecks(CommandLine options) {
        this.options = options;
    }

    /** A form with a number of threads on a JDK, and the nanoseconds of each fork. */
    private record Cell(Path jdk, int threads, String form, List<Double> nanos) {}

    /** Options: see the class. */
    public static void main(String[] args) throws Exception {
        Program.main("./bench type-checks --help", () -> {
            TypeChecks checks = new TypeChecks(CommandLine.of("", "--jdk --seconds --forks", args));
            checks.measure();
            System.out.println(checks.table());
            checks.verdicts().forEach(System.out::println);
            System.out.println(Results.write("type-checks", commit -> checks.result(commit, String.join(" ", args))));
        });
    }

    private int forks() {
        return (int) options.number("--forks", 3, 1, 1000);
    }

    private void measure() throws IOException, InterruptedException {
        for (Path jdk : options.jdks()) {
            for (int threads : THREADS) {
                for (String form : Form.NAMES) {
                    cells.add(new Cell(jdk, threads, form, new ArrayList<>()));
                }
            }
        }
        LiveLine line = LiveLine.ofProgram();
        double seconds = options.seconds("--seconds", 1);
        int left = forks() * cells.size();
        for (Cell each : Forks.thereAndBack(cells, forks())) {
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
    }

    private void run(Cell cell, double seconds) throws IOException, InterruptedException {
        List<String> arguments = List.of(cell.form, Integer.toString(cell.threads), Double.toString(seconds));
        Child child = Objects.requireNonNull(
                Forks.ofProject().start(cell.jdk, Contender.of("mehari"), List.of(), Passage.class, arguments));
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
            Interval range = Statistics.range(each.nanos);
            double median = Statistics.median(each.nanos);
            rows.computeIfAbsent(each.form, form -> new ArrayList<>(List.of(form)))
                    .add(String.format(Locale.ROOT, "%.1f (%.1f-%.1f)", median, range.low(), range.high()));
        }
        Table table = new Table(1, heads);
        rows.values().forEach(table::add);
        return "\n" + table;
    }

    /** The verdicts between the chain of classes and the interfaces. */
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
        Result result = Result.begun(
                        "An exchange behind interfaces, and as a chain of classes",
                        commit,
                        ("./bench type-checks " + arguments).strip())
                .withJdks(List.copyOf(jdks.values()))
                .withNote(forks()
                        + " forks of each, in the order A B B A; 4 steps a message, each with one cast;"
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
