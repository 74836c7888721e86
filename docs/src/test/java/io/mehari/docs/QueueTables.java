package io.mehari.docs;

import static io.mehari.docs.Figures.CAMEL;
import static io.mehari.docs.Figures.MEHARI;
import static io.mehari.docs.Figures.millions;
import static io.mehari.docs.Figures.ratio;
import static io.mehari.docs.Figures.times;

import io.mehari.engine.Table;
import io.mehari.report.Result;
import io.mehari.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables about queues: messages a second, and how long they take. */
final class QueueTables {
    static final String CAMEL_DISRUPTOR = "camel-disruptor-4.17.0";
    static final List<String> SHAPES = List.of("1-1", "1-2", "2-1", "2-3", "1-4", "4-1", "1-8", "5-6", "9-9");

    private final Figures figures;

    QueueTables(Figures figures) {
        this.figures = figures;
    }

    Table table(String kind, List<String> rest) {
        String of = rest.get(0);
        return switch (kind) {
            case "throughput" -> throughput(of);
            case "bare" -> bare(of);
            case "latency" -> latency("latency-" + of, List.of("p50 us", "p99 us", "p99.9 us", "max us"));
            case "beside" -> beside(of, rest.subList(1, rest.size()));
            case "life" ->
                latency(
                        "latency-" + of,
                        List.of("first message p50 us", "first message p99 us", "stop p50 us", "stop p99 us"));
            default -> throw new AssertionError("There is no table of figures " + kind);
        };
    }

    private Row moved(String jdk, String group, String subject) {
        return figures.row("throughput", group, subject, jdk, "messages/s");
    }

    private Table throughput(String jdk) {
        Table table = Table.of("JDK " + jdk + ", senders-consumers; median (range)")
                .numbers("`seda:` M/s", "to Camel", "times the floor")
                .numbers("`disruptor:` M/s", "to Camel", "times the floor")
                .numbers("Camel seda", "Camel disruptor");
        for (String shape : SHAPES) {
            Row seda = moved(jdk, "seda/" + shape, MEHARI);
            Row disruptor = moved(jdk, "disruptor/" + shape, MEHARI);
            Row camelSeda = moved(jdk, "seda/" + shape, CAMEL);
            Row camelDisruptor = moved(jdk, "disruptor/" + shape, CAMEL_DISRUPTOR);
            table.add(
                    shape,
                    millions(seda),
                    times(ratio(seda, camelSeda)),
                    figures.timesTheFloor(seda, "throughput"),
                    millions(disruptor),
                    times(ratio(disruptor, camelDisruptor)),
                    figures.timesTheFloor(disruptor, "throughput"),
                    millions(camelSeda),
                    millions(camelDisruptor));
        }
        return table;
    }

    private static final String DISRUPTOR = "Disruptor, `BlockingWaitStrategy`";
    private static final Map<String, String> BARE = new LinkedHashMap<>();

    static {
        BARE.put("`RingBlockingQueue`", "seda/ring-blocking-queue");
        BARE.put("JCTools", "seda/raw-jctools");
        BARE.put(DISRUPTOR, "disruptor/raw-disruptor-blocking");
        BARE.put("`ArrayBlockingQueue`", "seda/array-blocking-queue");
        BARE.put("`LinkedBlockingQueue`", "seda/linked-blocking-queue");
    }

    /** Each handler of a bare Disruptor gets every message, so with several there is nothing to compare. */
    private static boolean shares(String name, String shape) {
        return !name.equals(DISRUPTOR) || !shape.matches(".*\\d-([2-9]|\\d\\d).*");
    }

    /** The queues without a route. */
    private Table bare(String jdk) {
        Table table = Table.of("JDK " + jdk + ", senders-consumers; M/s, median (range)")
                .numbers(List.copyOf(BARE.keySet()));
        List<String> shapes = figures.of("throughput-bare").rows().stream()
                .map(row -> row.group().substring(row.group().indexOf('/') + 1))
                .distinct()
                .toList();
        for (String shape : shapes) {
            List<String> cells = new ArrayList<>(List.of(shape));
            BARE.forEach((name, each) -> {
                String[] parts = each.split("/", -1);
                cells.add(figures.find("throughput-bare", parts[0] + "/" + shape, parts[1], jdk, "messages/s")
                        .filter(row -> shares(name, shape))
                        .map(Figures::millions)
                        .orElse(""));
            });
            table.add(cells);
        }
        return table;
    }

    // ---- percentiles beside those of another queue

    /** With such a median nobody reaches the rate: the percentiles say how far behind the senders are. */
    private static final double BEHIND_MICROS = 100_000;

    /** The percentiles of Mehari and of the peer in one row. */
    record Pair(Row own, Row other) {
        boolean atOrUnder() {
            return own.value() <= other.value();
        }

        boolean everyRunLower() {
            return own.high() < other.low();
        }

        boolean everyRunHigher() {
            return own.low() > other.high();
        }
    }

    /** The rows of that file with several runs of each, at rates that are reached. */
    static List<Pair> pairs(Figures figures, String file, String peer, String metric) {
        List<Row> rows = figures.of(file).rows();
        List<Pair> all = new ArrayList<>();
        for (Row own : rows) {
            if (!own.subject().equals(MEHARI)
                    || !own.metric().equals(metric)
                    || own.samples().size() < 2
                    || figures.row(file, own.group(), MEHARI, own.jdk(), "p50 us")
                                    .value()
                            > BEHIND_MICROS) {
                continue;
            }
            String group = peer.equals("camel")
                    ? own.group()
                    : "seda" + own.group().substring(own.group().indexOf('/'));
            rows.stream()
                    .filter(row -> row.subject().startsWith(peer) && row.group().equals(group))
                    .filter(row -> row.metric().equals(metric))
                    .findFirst()
                    .ifPresent(other -> all.add(new Pair(own, other)));
        }
        return all;
    }

    private Table beside(String peer, List<String> files) {
        Table table = Table.of("run", "JDK").numbers("runs of each", "rows");
        List<String> metrics = List.of("p99 us", "p99.9 us");
        for (String metric : metrics) {
            String percent = metric.equals("p99 us") ? "99 %" : "99.9 %";
            table = table.numbers(percent + ": at or under", "every run lower", "every run higher");
        }
        for (String file : files) {
            Result result = figures.of(file);
            List<Pair> any = pairs(figures, file, peer, metrics.get(0));
            List<String> cells = new ArrayList<>(List.of(
                    "`" + result.commit() + "`",
                    result.jdks().get(0).name(),
                    String.valueOf(any.get(0).own.samples().size()),
                    String.valueOf(any.size())));
            for (String metric : metrics) {
                List<Pair> all = pairs(figures, file, peer, metric);
                cells.add(String.valueOf(all.stream().filter(Pair::atOrUnder).count()));
                cells.add(
                        String.valueOf(all.stream().filter(Pair::everyRunLower).count()));
                cells.add(
                        String.valueOf(all.stream().filter(Pair::everyRunHigher).count()));
            }
            table.add(cells);
        }
        return table;
    }

    private static String withRange(Row row) {
        return row.low() == row.high()
                ? String.format(Locale.ROOT, "%,.1f", row.value())
                : String.format(Locale.ROOT, "%,.1f (%,.1f-%,.1f)", row.value(), row.low(), row.high());
    }

    private Table latency(String file, List<String> metrics) {
        Result result = figures.of(file);
        Table table = Table.of("JDK " + result.jdks().get(0).name() + ", microseconds, median of the rounds", "subject")
                .numbers(metrics.stream().map(each -> each.replace(" us", "")).toList());
        for (Row row : result.rows()) {
            if (row.metric().equals(metrics.get(0))) {
                List<String> cells = new ArrayList<>(List.of(row.group(), row.subject()));
                metrics.forEach(metric -> cells.add(figures.find(file, row.group(), row.subject(), row.jdk(), metric)
                        .map(QueueTables::withRange)
                        .orElse("")));
                table.add(cells);
            }
        }
        return table;
    }
}
