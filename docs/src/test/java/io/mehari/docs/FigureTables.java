package io.mehari.docs;

import static io.mehari.docs.Figures.CAMEL;
import static io.mehari.docs.Figures.MEHARI;
import static io.mehari.docs.Figures.cost;
import static io.mehari.docs.Figures.number;
import static io.mehari.docs.Figures.ratio;
import static io.mehari.docs.Figures.times;
import static io.mehari.docs.Figures.withRange;

import io.mehari.engine.Better;
import io.mehari.engine.Interval;
import io.mehari.engine.Table;
import io.mehari.report.Row;
import io.mehari.report.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tables of figures, each from published results. Below each stands when and at which commit it was measured. */
final class FigureTables {
    /** A figure with a name for readers. */
    record Line(String what, String file, String group, String metric, String peer) {}

    private final Figures figures = new Figures();

    /** The lines of a table: {@code KIND ARGUMENTS}. */
    static List<String> of(String name) {
        return new FigureTables().lines(name);
    }

    private List<String> lines(String name) {
        List<String> words = List.of(name.split(" ", -1));
        List<String> rest = words.subList(1, words.size());
        if (words.get(0).equals("from")) {
            return Origins.of(figures, rest);
        }
        Table table = table(words.get(0), rest);
        List<String> lines = new ArrayList<>(table.toString().lines().toList());
        lines.addAll(List.of("", figures.age() + "."));
        return lines;
    }

    private Table table(String kind, List<String> rest) {
        return switch (kind) {
            case "summary" -> summary();
            case "bytes" -> bytes();
            case "goals" -> new Goals(figures).table();
            case "exchange" -> beside(EXCHANGE, rest.get(0));
            case "headers" -> beside(headers(), rest.get(0));
            case "headers-of-messages" -> beside(headersOfMessages(), rest.get(0));
            case "properties" -> beside(properties(), rest.get(0));
            case "routes" -> beside(ROUTES, rest.get(0));
            case "patterns" -> beside(PATTERNS, rest.get(0));
            case "start-up" -> new FootprintTables(figures).startUp(rest.get(0));
            case "idle" -> new FootprintTables(figures).idle(rest.get(0));
            case "memory" -> new FootprintTables(figures).memory(rest.get(0));
            case "watching", "growth", "growth-sizes", "type-checks", "lives" ->
                new GrowthTables(figures).table(kind, rest);
            case "compared" -> compared(rest.get(0), rest.get(1));
            case "network" -> network(rest.get(0), String.join(" ", rest.subList(1, rest.size())));
            default -> new QueueTables(figures).table(kind, rest);
        };
    }

    // ---- what is compared with Camel

    private static Line time(String what, String file, String group) {
        return new Line(what, file, group, "ns/op", CAMEL);
    }

    private static Line message(String what, String file, String group) {
        return new Line(what, file, group, "ns/message", CAMEL);
    }

    static final List<Line> EXCHANGE = List.of(
            time("new exchange with a body", "create", "Create.withBody"),
            time("the same with a first header", "create", "Create.withFirstHeader"),
            time("the same with 5 headers, 2 properties", "create", "Create.withFiveHeadersTwoProperties"),
            time("new exchange, one completion, done", "create", "Create.withCompletion"),
            time("copy of 5 headers, 2 properties, read only", "copy", "Copy.readOnly"),
            time("copy of that, one header written", "copy", "Copy.oneHeaderWritten"));

    static final List<Line> ROUTES = List.of(
            message("direct send, one processor that stores the exchange", "compare", "direct/stores"),
            message("direct send, one processor that keeps nothing", "compare", "direct/plain"),
            message("split, direct, choice, direct: a part", "compare", "split-choice"));

    /** Each line of them is a message through a route. */
    static final List<Line> PATTERNS = List.of(
            message("ten steps, one type of payload", "patterns", "ten-steps/uniform"),
            message("ten steps, four types", "patterns", "ten-steps/mixed"),
            message("fifty routes of ten steps in turn, one type", "patterns", "fifty-routes/uniform"),
            message("fifty routes of ten steps in turn, four types", "patterns", "fifty-routes/mixed"),
            message("content-based router, one type", "patterns", "router/uniform"),
            message("filter, four types", "patterns", "filter/mixed"),
            message("aggregator of a hundred, one type", "patterns", "aggregator/uniform"));

    private static Line header(String id, String way, int size) {
        return time("header by " + way + ", among " + size, "header", "Header." + id + "/headers=" + size);
    }

    /** By a literal of a program: each look-up has the same String. */
    static List<Line> headers() {
        List<Line> all = new ArrayList<>();
        Map<String, String> ways = new LinkedHashMap<>();
        ways.put("sameSpelling", "a literal");
        ways.put("otherSpelling", "a literal, other spelling");
        ways.put("absent", "a literal, absent");
        ways.put("setExisting", "a literal, set again");
        ways.forEach((id, way) -> {
            for (int size : new int[] {1, 5, 20, 100}) {
                all.add(header(id, way, size));
            }
        });
        return all;
    }

    /** By a name from a message: each look-up has a new String. */
    static List<Line> headersOfMessages() {
        List<Line> all = new ArrayList<>();
        Map<String, String> ways = new LinkedHashMap<>();
        ways.put("newNameSameSpelling", "a name from a message");
        ways.put("newNameOtherSpelling", "a name from a message, other spelling");
        ways.put("newNameAbsent", "a name from a message, absent");
        ways.forEach((id, way) -> {
            for (int size : new int[] {1, 5, 20, 100}) {
                all.add(header(id, way, size));
            }
        });
        all.add(time("a new name alone, without a look-up", "header", "Header.newName/headers=1"));
        all.add(time("new exchange, 5 headers by literals", "create", "Create.withFiveHeaders"));
        all.add(time("the same by names from a message", "create", "Create.withFiveHeadersOfNewNames"));
        return all;
    }

    private static List<Line> properties() {
        List<Line> all = new ArrayList<>();
        for (String way : List.of("present", "absent")) {
            for (int size : new int[] {1, 4, 8, 16, 64}) {
                String group = "Property." + way + "/properties=" + size;
                all.add(time("property, " + way + ", among " + size, "property", group));
            }
        }
        return all;
    }

    static Line queue(String what, String shape) {
        return new Line(
                what,
                "throughput",
                shape,
                "messages/s",
                shape.startsWith("seda") ? CAMEL : QueueTables.CAMEL_DISRUPTOR);
    }

    static Line scenario(String what, String group) {
        return new Line(what, "compare", group, "messages/s", CAMEL);
    }

    static final List<Line> SUMMARY = List.of(
            EXCHANGE.get(0),
            EXCHANGE.get(5),
            headers().get(1),
            headers().get(5),
            headers().get(9),
            headersOfMessages().get(1),
            headersOfMessages().get(9),
            ROUTES.get(0),
            ROUTES.get(2),
            scenario("content-based router, four types of payload", "router/mixed"),
            scenario("aggregator of a hundred", "aggregator/mixed"),
            scenario("fan-out to three", "fan-out"),
            queue("`seda:`, one sender, one consumer", "seda/1-1"),
            queue("`seda:`, two and three", "seda/2-3"),
            queue("`disruptor:`, one and one; beside 4.17.0", "disruptor/1-1"),
            queue("`disruptor:`, two and three; beside 4.17.0", "disruptor/2-3"));

    Row own(Line line, String jdk) {
        return figures.row(line.file, line.group, MEHARI, jdk, line.metric);
    }

    private Row peer(Line line, String jdk) {
        return figures.row(line.file, line.group, line.peer, jdk, line.metric);
    }

    private String floor(Row own, String file) {
        return figures.timesTheFloor(own, file);
    }

    private Table beside(List<Line> lines, String jdk) {
        Table table = Table.of("JDK " + jdk + ", median (range)")
                .numbers("Mehari ns", "B", "Camel 4.22.0 ns", "B", "ratio", "times the floor");
        for (Line line : lines) {
            Row own = own(line, jdk);
            Row peer = peer(line, jdk);
            table.add(
                    line.what,
                    withRange(own),
                    bytes(line, MEHARI, jdk),
                    withRange(peer),
                    bytes(line, line.peer, jdk),
                    times(ratio(own, peer)),
                    floor(own, line.file));
        }
        return table;
    }

    private String bytes(Line line, String subject, String jdk) {
        return figures.find(line.file, line.group, subject, jdk, bytesOf(line))
                .map(row -> String.format(Locale.ROOT, "%.0f", row.value()))
                .orElse("");
    }

    /** The metric of its bytes. */
    static String bytesOf(Line line) {
        return line.metric.equals("ns/op") ? "B/op" : "bytes/message";
    }

    /** As in sentences: {@code 80}. */
    static String bytesOfAnExchange() {
        return bytesOfAnExchange(MEHARI);
    }

    static String bytesOfAnExchange(String subject) {
        return new FigureTables().bytes(EXCHANGE.get(0), subject, "25");
    }

    /** What an exchange allocates; the same on each JDK. */
    private Table bytes() {
        Table table = Table.of("allocated bytes").numbers("Mehari", "Camel 4.22.0");
        EXCHANGE.forEach(line -> table.add(line.what, bytes(line, MEHARI, "25"), bytes(line, CAMEL, "25")));
        return table;
    }

    private Table summary() {
        Table table = Table.of("medians")
                .numbers("JDK 25: Mehari", "Camel 4.22.0", "ratio", "times the floor")
                .numbers("JDK 17: Mehari", "Camel 4.22.0", "ratio", "times the floor");
        for (Line line : SUMMARY) {
            List<String> cells = new ArrayList<>(List.of(line.what));
            for (String jdk : List.of("25", "17")) {
                Row own = own(line, jdk);
                Row peer = peer(line, jdk);
                cells.addAll(List.of(withUnit(own), withUnit(peer), times(ratio(own, peer)), floor(own, line.file)));
            }
            table.add(cells);
        }
        return table;
    }

    static String withUnit(Row row) {
        return row.better() == Better.LESS ? number(row.value()) + " ns" : number(row.value() / 1e6) + " M/s";
    }

    // ---- scenarios, network, brokers

    private Table compared(String file, String jdk) {
        List<Row> all = figures.of(Figures.fileOf(file, jdk)).rows();
        Table table = Table.of("JDK " + jdk + ", medians", "subject")
                .numbers("messages/s", "range", "bytes a message", "CPU ns a message", "times the floor")
                .numbers("warm-up s", "Mehari");
        for (Row row : all) {
            if (row.metric().equals("messages/s") && row.jdk().equals(jdk)) {
                String range = new Interval(row.low(), row.high()).around(row.value());
                table.add(
                        row.group(),
                        row.subject(),
                        String.format(Locale.ROOT, "%,.0f", row.value()),
                        range,
                        whole(file, row, "bytes/message"),
                        whole(file, row, "CPU ns/message"),
                        row.subject().equals(Row.FLOOR) ? "" : floor(row, file),
                        figures.find(file, row.group(), row.subject(), jdk, "warm-up s")
                                .map(FigureTables::warmUp)
                                .orElse(""),
                        row.subject().equals(Row.FLOOR)
                                ? ""
                                : Standing.of(row, all).text());
            }
        }
        return table;
    }

    /** The range of the JVMs, and how many of them were measured without a steady state. */
    private static String warmUp(Row row) {
        String seconds = String.format(Locale.ROOT, "%.1f-%.1f", row.low(), row.high());
        return row.note().isEmpty() ? seconds : seconds + ", **" + row.note() + "**";
    }

    private String whole(String file, Row row, String metric) {
        return figures.find(file, row.group(), row.subject(), row.jdk(), metric)
                .map(each -> String.format(Locale.ROOT, "%,.0f", each.value()))
                .orElse("");
    }

    /** The metrics for the cost of a message. For a group, the first one that it has is used. */
    private static final List<String> COSTS = List.of("processor ns/message", "processor ns/request");

    /** Each subject of the groups that begin with the prefix: each metric, and its cost relative to Mehari's. */
    private Table network(String file, String prefix) {
        List<Row> rows = figures.of(file).rows().stream()
                .filter(row -> row.group().startsWith(prefix))
                .toList();
        List<String> metrics = rows.stream().map(Row::metric).distinct().toList();
        Optional<String> costly = COSTS.stream().filter(metrics::contains).findFirst();
        Table table = Table.of("JDK " + rows.get(0).jdk()).numbers(metrics);
        if (costly.isPresent()) {
            table = table.numbers("processor time, Mehari = 1");
        }
        Set<List<String>> subjects = new LinkedHashSet<>();
        rows.forEach(row -> subjects.add(List.of(row.group(), row.subject())));
        for (List<String> each : subjects) {
            List<String> cells =
                    new ArrayList<>(List.of(each.get(1) + each.get(0).substring(prefix.length())));
            metrics.forEach(metric -> cells.add(row(rows, each.get(0), each.get(1), metric)
                    .map(row -> String.format(Locale.ROOT, "%,.0f (%,.0f-%,.0f)", row.value(), row.low(), row.high()))
                    .orElse("")));
            costly.ifPresent(metric -> cells.add(String.format(
                    Locale.ROOT,
                    "%.2f",
                    cost(
                            row(rows, each.get(0), each.get(1), metric).orElseThrow(),
                            row(rows, each.get(0), MEHARI, metric).orElseThrow()))));
            table.add(cells);
        }
        return table;
    }

    private static Optional<Row> row(List<Row> rows, String group, String subject, String metric) {
        return rows.stream()
                .filter(row -> row.group().equals(group) && row.subject().equals(subject))
                .filter(row -> row.metric().equals(metric))
                .findFirst();
    }
}
