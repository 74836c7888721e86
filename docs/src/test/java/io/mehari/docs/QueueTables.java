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
