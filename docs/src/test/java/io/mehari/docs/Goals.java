package io.mehari.docs;

import static io.mehari.docs.Figures.MEHARI;

import io.mehari.docs.FigureTables.Line;
import io.mehari.engine.Table;
import io.mehari.report.Row;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** All goals, and whether the published figures meet them. A goal that nobody has measured is open. */
final class Goals {
    private static final String TIME = "processor ns/message";
    private static final String ADDED = "an HTTP route added";

    private final Figures figures;
    private final GoalTable table;

    Goals(Figures figures) {
        this.figures = figures;
        table = new GoalTable(figures);
    }

    Table table() {
        bytes();
        floors();
        camel();
        queues();
        others();
        byHand();
        return table.table();
    }

    // ---- bytes

    private void bytes() {
        int[] budgets = {80, 136, 264, 128, 88, 176};
        for (int i = 0; i < budgets.length; i++) {
            Line line = FigureTables.EXCHANGE.get(i);
            table.each(line.what(), true, budgets[i], " B", "", "exchange", bytesOf(line));
        }
        int[] most = {88, 0, 96};
        for (int i = 0; i < most.length; i++) {
            Line line = FigureTables.ROUTES.get(i);
            table.each(line.what(), true, most[i], " B", "", "routes", bytesOf(line));
        }
    }

    private static BiFunction<Figures, String, Double> bytesOf(Line line) {
        return (from, jdk) ->
                (double) Math.round(from.row(line.file(), line.group(), MEHARI, jdk, FigureTables.bytesOf(line))
                        .value());
    }

    // ---- beside the floor

    private void floors() {
        floor(FigureTables.ROUTES.get(0), 1.5);
        floor(FigureTables.ROUTES.get(2), 1.6);
        floor(FigureTables.scenario("content-based router, four types of payload", "router/mixed"), 2);
        floor(FigureTables.scenario("aggregator of a hundred", "aggregator/mixed"), 1.3);
        floor(FigureTables.scenario("fan-out to three", "fan-out"), 1.6);
    }

    private void floor(Line line, double goal) {
        String page = line.metric().equals("messages/s") ? "scenarios" : "routes";
        table.each(line.what(), true, goal, " times", " the floor", page, (from, jdk) -> {
            Row own = from.row(line.file(), line.group(), MEHARI, jdk, line.metric());
            return Figures.cost(
                    own,
                    from.floor(line.file(), line.group(), jdk, line.metric()).orElseThrow());
        });
    }

    // ---- beside Camel

    private void camel() {
        ratio(FigureTables.EXCHANGE.get(0), 4, "exchange");
        ratio(FigureTables.ROUTES.get(0), 10, "routes");
        ratio(FigureTables.ROUTES.get(2), 20, "routes");
        for (Line line : FigureTables.PATTERNS) {
            double goal = line.what().contains("ten steps") ? 10 : 5;
            double ratio = Figures.ratio(
                    figures.row(line.file(), line.group(), MEHARI, "25", line.metric()),
                    figures.row(line.file(), line.group(), line.peer(), "25", line.metric()));
            String times = "at least " + (int) goal + " times as fast as Camel 4.22.0";
            table.add(
                    line.what(), times, new double[] {ratio, Double.NaN}, " times", false, goal, "[routes](routes.md)");
        }
        FigureTables.headers().subList(0, 12).forEach(line -> ratio(line, 2, "exchange"));
        FigureTables.headersOfMessages().subList(0, 12).forEach(line -> ratio(line, 2, "exchange"));
    }

    private void ratio(Line line, double goal, String page) {
        table.each(
                line.what(),
                false,
                goal,
                " times",
                line.group().startsWith("disruptor/")
                        ? " as fast as `camel-disruptor` 4.17.0"
                        : " as fast as Camel 4.22.0",
                page,
                (from, jdk) -> Figures.ratio(
                        from.row(line.file(), line.group(), MEHARI, jdk, line.metric()),
                        from.row(line.file(), line.group(), line.peer(), jdk, line.metric())));
    }

    // ---- queues

    private void queues() {
        for (String kind : List.of("seda", "disruptor")) {
            for (String shape : QueueTables.SHAPES) {
                ratio(FigureTables.queue("`" + kind + ":` " + shape, kind + "/" + shape), 8, "queues");
            }
        }
        for (String shape : QueueTables.SHAPES) {
            bare("seda", shape);
            if (shape.endsWith("-1")) {
                bare("disruptor", shape);
            }
        }
        table.beside(
                List.of(List.of("latency-long-25", "latency-25"), List.of("latency-17")),
                "array-blocking-queue",
                "no slower than `ArrayBlockingQueue`");
        table.beside(List.of(List.of("latency-25"), List.of("latency-17")), "camel", "no slower than Camel");
        within("started route: first message, median", "/life", "first message p50 us", 1_000);
        within("stop of an idle route, 99 %", "/life", "stop p99 us", 10_000);
        within("wake-up of an idle consumer, median", "/wake-up", "p50 us", 50);
        within("wake-up of an idle consumer, 99 %", "/wake-up", "p99 us", 200);
    }

    private void bare(String kind, String shape) {
        String group = kind + "/" + shape;
        table.floor(
                "`" + kind + ":` " + shape,
                1.43,
                (from, jdk) -> Figures.cost(
                        from.row("throughput", group, MEHARI, jdk, "messages/s"),
                        from.floor("throughput", group, jdk, "messages/s").orElseThrow()));
    }

    private void within(String what, String variation, String metric, double most) {
        double slowest = figures.of("latency-25").rows().stream()
                .filter(row -> row.group().endsWith(variation) && row.subject().equals(MEHARI))
                .filter(row -> row.metric().equals(metric))
                .mapToDouble(Row::value)
                .max()
                .orElseThrow();
        String goal = String.format(Locale.ROOT, "at most %,.0f us", most);
        table.add(what, goal, new double[] {slowest, Double.NaN}, " us", true, most, "[queues](queues.md)");
    }

    // ---- the rest

    private void others() {
        peer(
                "HTTP echo, 64 connections: processor time",
                "network",
                "http/echo, 64 connections",
                "netty",
                "processor ns/request",
                1.2,
                "bare Netty",
                "network");
        String wait = "tcp/wait for the write";
        String go = "tcp/fire and forget";
        tcp("TCP, fire and forget", go, "messages/s", wait, MEHARI, 3, "when each write is awaited");
        tcp("TCP, fire and forget", go, TIME, wait, "camel", 5, "`camel-netty`");
        tcp("TCP, fire and forget", go, TIME, go, "netty", 0.8, "bare Netty");
        tcp("TCP, waiting for the write", wait, TIME, wait, "camel", 5, "`camel-netty`");
        tcp("TCP, waiting for the write", wait, TIME, wait, "netty", 0.8, "bare Netty");
        table.each(
                "threads that an HTTP route adds",
                true,
                4,
                "",
                "",
                "network",
                (from, jdk) ->
                        from.row("network", ADDED, MEHARI, jdk, "threads").value());
        table.each(
                "heap that an HTTP route adds",
                true,
                3_000,
                " kB",
                "",
                "network",
                (from, jdk) ->
                        from.row("network", ADDED, MEHARI, jdk, "heap kB").value());
        kafka("Kafka to Kafka, the order of partitions", "kafka/to Kafka", MEHARI);
        kafka("Kafka to Kafka, `concurrency=Key`", "kafka/to Kafka", "mehari-by-key");
        kafka("Kafka to a queue, `asyncSend=true`, the order of partitions", "kafka/to a queue", "mehari-async-send");
        kafka("Kafka to a queue, `asyncSend=true`, `concurrency=Key`", "kafka/to a queue", "mehari-by-key");
        table.each(
                "start of ten routes with an archive, more than an empty main",
                true,
                25,
                " ms",
                "",
                "footprint",
                (from, jdk) -> FootprintTables.startUpOver(from, jdk, ", archive"));
        watched("notifier", "a notifier that overrides no event", 60);
        watched("flight-recorder-off", "flight recorder events, disabled", 30);
        watched("history", "message history", 100);
    }

    private void kafka(String what, String group, String subject) {
        String file = group.endsWith("Kafka") ? "brokers-kafka-25" : "brokers-kafka-jms-25";
        double ratio = Figures.ratio(
                figures.row(file, group, subject, "25", "messages/s"),
                figures.row(file, group, "bare", "25", "messages/s"));
        table.add(
                what,
                "at least 0.9 times a bare client",
                new double[] {ratio, Double.NaN},
                " times",
                false,
                0.9,
                "[brokers](brokers.md)");
    }

    private void peer(
            String what, String file, String group, String peer, String metric, double goal, String name, String page) {
        table.each(
                what,
                true,
                goal,
                " times",
                " " + name,
                page,
                (from, jdk) -> Figures.cost(
                        from.row(file, group, MEHARI, jdk, metric), from.row(file, group, peer, jdk, metric)));
    }

    private void tcp(String what, String group, String metric, String other, String peer, double goal, String name) {
        String of = " the messages of " + name + (metric.equals(TIME) ? ", for the same processor time" : "");
        table.each(
                what,
                false,
                goal,
                " times",
                of,
                "network",
                (from, jdk) -> Figures.ratio(
                        from.row("network", group, MEHARI, jdk, metric),
                        from.row("network", other, peer, jdk, metric)));
    }

    private void watched(String id, String what, double most) {
        table.each(
                what + ", more than without a watcher",
                true,
                most,
                " ns",
                "",
                "routes",
                (from, jdk) -> watching(from, id, jdk) - watching(from, "none", jdk));
    }

    private static double watching(Figures from, String id, String jdk) {
        return from.row("watching", "Watching.send/" + id, MEHARI, jdk, "ns/op").value();
    }

    /** What is not in the published data: asserted by a test, measured by hand, or not measured. */
    private void byHand() {
        table.hand("`seda:`, `disruptor:`, send to consumed", "at most 96 B", "80 B", "yes", "`QueueLifeTest`");
        table.hand("a part of a split, with the pool", "at most 0 B", "0 B", "yes", "`RouteAllocationTest`");
        table.hand(
                "Camel's tests that compile",
                "at least 85 %",
                "62 %, names alone",
                "open",
                "[conformance](conformance.md)");
        table.hand("Camel's tests that pass", "at least 98 %", "96.5 %", "**no**", "[conformance](conformance.md)");
        table.hand("jars of the core", "at most 650 kB", "843 kB", "**no**", "[footprint](footprint.md#jars)");
        double idle = figures.of("idle").rows().stream()
                .filter(row ->
                        row.subject().startsWith(MEHARI) && row.metric().equals("% of a processor, Java threads"))
                .mapToDouble(Row::value)
                .max()
                .orElseThrow();
        String share = "at most 0.1 % of a processor";
        table.add(
                "threads of idle queues",
                share,
                new double[] {idle, Double.NaN},
                " %",
                true,
                0.1,
                "[queues](queues.md#idle)");
        String brokers = "[brokers](brokers.md#from-queue-to-queue)";
        table.hand("queue to queue, one consumer: all but the send", "under 5 us", "252 us", "**no**", brokers);
        table.hand("queue to queue: events of the flight recorder", "under 1 us", "not shown", "open", brokers);
        String open = "not measured";
        table.hand("`disruptor:` and `seda:`, processors far from each other", "6 times Camel", open, "open", "");
    }
}
