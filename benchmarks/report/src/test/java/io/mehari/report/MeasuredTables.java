package io.mehari.report;

import static io.mehari.report.PublishedFigures.number;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes each table of figures on the pages, from the published results. */
final class MeasuredTables {
    static final String CAMEL = "camel-4.22.0";
    static final String CAMEL_DISRUPTOR = "camel-disruptor-4.17.0";
    static final String MEHARI = "mehari";

    /** A figure and that of a peer. {@code goal} is the required ratio; 0 if there is no goal. */
    private record Line(String what, String file, String group, String metric, String peer, double goal) {}

    private static Line time(String what, String file, String group, double goal) {
        return new Line(what, file, group, "ns/op", CAMEL, goal);
    }

    private static final List<Line> EXCHANGE = List.of(
            time("new exchange with a body", "create", "Create.withBody", 4),
            time("the same with a first header", "create", "Create.withFirstHeader", 0),
            time("the same with 5 headers, 2 properties", "create", "Create.withFiveHeadersTwoProperties", 0),
            time("new exchange, one completion, done", "create", "Create.withCompletion", 0),
            time("copy of 5 headers, 2 properties, read only", "copy", "Copy.readOnly", 0),
            time("copy of that, one header written", "copy", "Copy.oneHeaderWritten", 0));

    private static final List<Line> ROUTES = List.of(
            time("direct send, one processor", "route", "Route.directSend", 10),
            time("split, direct, choice, direct: per part", "route", "Route.splitChoice", 20));

    private static final List<String> SPELLINGS = List.of("sameSpelling", "otherSpelling", "absent", "setExisting");
    private static final List<String> SPELLED = List.of("same spelling", "other spelling", "absent", "set again");

    private final PublishedFigures figures;
    private final QueueTables queues;

    MeasuredTables(PublishedFigures figures) {
        this.figures = figures;
        queues = new QueueTables(figures);
    }

    /** The lines of a table: {@code KIND ARGUMENTS}. */
    List<String> table(String name) {
        String[] words = name.split(" ");
        return switch (words[0]) {
            case "summary" -> summary();
            case "exchange" -> beside(EXCHANGE, words[1]);
            case "headers" -> beside(headers(), words[1]);
            case "routes" -> beside(ROUTES, words[1]);
            case "watching" -> watching();
            case "growth" ->
                new GrowthTables(figures)
                        .growth(words[1], words[2], List.of(words).subList(3, words.length));
            case "ratios" -> ratios(words[1]);
            case "throughput" -> queues.throughput(words[1]);
            case "bare" -> queues.bare(words[1]);
            case "states" -> queues.states(words[1]);
            case "latency" -> queues.latency(words[1]);
            case "life" -> queues.life(words[1]);
            case "type-checks" -> typeChecks();
            case "compared" ->
                new ScenarioTables(figures).compared(words[1], words[2], words.length > 3 ? words[3] : "");
            case "network" -> network(words[1], String.join(" ", List.of(words).subList(2, words.length)));
            case "from" -> from(List.of(words).subList(1, words.length));
            default -> throw new AssertionError("There is no table " + name);
        };
    }

    private static List<Line> headers() {
        List<Line> all = new ArrayList<>();
        for (int i = 0; i < SPELLINGS.size(); i++) {
            for (int size : new int[] {1, 5, 20, 100}) {
                String group = "Header." + SPELLINGS.get(i) + "/headers=" + size;
                all.add(time("header, " + SPELLED.get(i) + ", among " + size, "header", group, i < 3 ? 2 : 0));
            }
        }
        return all;
    }

    @SafeVarargs
    private static <T> List<T> join(List<T>... lists) {
        List<T> all = new ArrayList<>();
        for (List<T> each : lists) {
            all.addAll(each);
        }
        return all;
    }

    // ---- of what

    /** The machine, JDKs, commit and commands. All files must be from one commit. */
    private List<String> from(List<String> files) {
        Set<String> commits = new LinkedHashSet<>();
        Map<String, String> jdks = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>(List.of(""));
        for (String file : files) {
            Result result = figures.of(file);
            commits.add(result.commit());
            result.jdks()
                    .forEach(jdk -> jdks.putIfAbsent(jdk.name(), jdk.version().replaceAll("-.*", "")));
            for (String command : result.command().split(Merge.AND, -1)) {
                lines.add("    " + command.replaceFirst("^java -cp \\S+ \\S+[.]Compare", "./bench compare"));
            }
        }
        if (commits.size() != 1) {
            throw new AssertionError(files + " are of several commits: " + commits);
        }
        Result first = figures.of(files.get(0));
        Machine machine = first.machine();
        lines.add(
                0,
                first.date().toString().substring(0, 10) + ", commit `"
                        + commits.iterator().next() + "`, "
                        + machine.cpu() + " (" + machine.cores() + " cores), " + machine.os() + ", " + machine.memory()
                        + "; JDK " + String.join(" and ", jdks.values()) + ":");
        return lines;
    }

    // ---- rows with a peer

    private List<String> beside(List<Line> lines, String jdk) {
        boolean floor = lines.stream().anyMatch(line -> floor(line, jdk).isPresent());
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk + ", median (range) | Mehari ns | B | Camel 4.22.0 ns | B | ratio |"
                        + (floor ? " times the floor |" : "") + " goal |",
                "|---|---:|---:|---:|---:|---:|" + (floor ? "---:|" : "") + "---|"));
        for (Line line : lines) {
            Row own = own(line, jdk);
            Row peer = figures.row(file(line, jdk), line.group, line.peer, jdk, line.metric);
            all.add("| " + line.what + " | " + withRange(own) + " | " + bytes(line, MEHARI, jdk) + " | "
                    + withRange(peer) + " | " + bytes(line, line.peer, jdk) + " | " + times(ratio(own, peer)) + " | "
                    + (floor ? timesTheFloor(line, jdk) + " | " : "") + verdict(line.goal, ratio(own, peer)) + " |");
        }
        return all;
    }

    /** The minimum that it can cost, measured in the same run. */
    private Optional<Row> floor(Line line, String jdk) {
        return figures.floor(file(line, jdk), line.group, jdk, line.metric);
    }

    private String timesTheFloor(Line line, String jdk) {
        return floor(line, jdk).map(row -> timesTheFloor(own(line, jdk), row)).orElse("");
    }

    /** The ratio to the floor: less than 1 if the figure is better than the floor. */
    static String timesTheFloor(Row own, Row floor) {
        return number(ratio(floor, own)) + "x";
    }

    private static String withRange(Row row) {
        return number(row.value()) + " (" + number(row.low()) + "-" + number(row.high()) + ")";
    }

    private String bytes(Line line, String subject, String jdk) {
        return figures.find(file(line, jdk), line.group, subject, jdk, "B/op")
                .map(row -> String.format(Locale.ROOT, "%.0f", row.value()))
                .orElse("");
    }

    /** How many times better Mehari's figure is than the peer's. */
    static double ratio(Row own, Row peer) {
        return own.better() == Better.LESS ? peer.value() / own.value() : own.value() / peer.value();
    }

    static String times(double ratio) {
        return ratio < 1 ? "**lost: " + number(ratio) + "x**" : number(ratio) + "x";
    }

    private static String verdict(double goal, double ratio) {
        if (goal == 0) {
            return "";
        }
        String text = goal(goal) + ": ";
        return ratio >= goal ? text + "met" : "**" + text + "missed**";
    }

    private static String goal(double goal) {
        return (goal < 1 ? String.valueOf(goal) : String.valueOf((long) goal)) + "x";
    }

    // ---- README's and the budgets'

    private static Line queue(String what, String group, double goal) {
        String peer = group.startsWith("seda") ? CAMEL : CAMEL_DISRUPTOR;
        return new Line(what, "throughput", group, "messages/s", peer, goal);
    }

    private static Line scenario(String what, String group) {
        return new Line(what, "compare", group, "messages/s", CAMEL, 0);
    }

    private static List<Line> summaryLines() {
        return List.of(
                EXCHANGE.get(0),
                EXCHANGE.get(5),
                headers().get(1),
                headers().get(5),
                headers().get(9),
                ROUTES.get(0),
                ROUTES.get(1),
                scenario("content-based router, four types of payload", "cbr/mixed"),
                scenario("aggregator of a hundred", "aggregator/mixed"),
                scenario("fan-out to three", "fan-out"),
                queue("`seda:`, one sender, one consumer", "seda/1-1", 0),
                queue("`seda:`, two and three", "seda/2-3", 0),
                queue("`disruptor:`, one and one; beside 4.17.0", "disruptor/1-1", 0),
                queue("`disruptor:`, two and three; beside 4.17.0", "disruptor/2-3", 0));
    }

    private List<String> summary() {
        List<String> all = new ArrayList<>(List.of(
                "| medians | JDK 25: Mehari | Camel 4.22.0 | | times the floor | JDK 17: Mehari | Camel 4.22.0 | |"
                        + " times the floor |",
                "|---|---:|---:|---:|---:|---:|---:|---:|---:|"));
        for (Line line : summaryLines()) {
            all.add("| " + line.what + " |" + cells(line, "25") + cells(line, "17"));
        }
        return all;
    }

    private String cells(Line line, String jdk) {
        Row own = own(line, jdk);
        Row peer = figures.row(file(line, jdk), line.group, line.peer, jdk, line.metric);
        return " " + withUnit(own) + " | " + withUnit(peer) + " | " + times(ratio(own, peer)) + " | "
                + timesTheFloor(line, jdk) + " |";
    }

    private Row own(Line line, String jdk) {
        return figures.row(file(line, jdk), line.group, MEHARI, jdk, line.metric);
    }

    private String file(Line line, String jdk) {
        return figures.fileOf(line.file, jdk, line.group);
    }

    private static String withUnit(Row row) {
        return row.better() == Better.LESS ? number(row.value()) + " ns" : number(row.value() / 1e6) + " M/s";
    }

    /** The goals for times, and the measured ratios. */
    private List<String> ratios(String jdk) {
        List<String> all =
                new ArrayList<>(List.of("| JDK " + jdk + ", medians | goal | measured | |", "|---|---:|---:|---|"));
        List<Line> lines = join(ROUTES, EXCHANGE.subList(0, 1), headers().subList(0, 12));
        for (String queue : List.of("seda", "disruptor")) {
            for (String shape : QueueTables.SHAPES) {
                lines.add(queue("`" + queue + ":` " + shape, queue + "/" + shape, 8));
                String raw = queue.equals("seda") ? "raw-jctools" : "raw-disruptor-blocking";
                lines.add(new Line(
                        "the same beside the bare ring", "throughput", queue + "/" + shape, "messages/s", raw, 0.7));
            }
        }
        for (Line line : lines) {
            double ratio = ratio(own(line, jdk), figures.row(file(line, jdk), line.group, line.peer, jdk, line.metric));
            all.add("| " + line.what + " | " + goal(line.goal) + " | " + number(ratio) + "x | "
                    + (ratio >= line.goal ? "met" : "**missed**") + " |");
        }
        return all;
    }

    // ---- watching

    private static final Map<String, String> WATCHERS = new LinkedHashMap<>();

    static {
        WATCHERS.put("none", "no watcher");
        WATCHERS.put("jmx", "JMX");
        WATCHERS.put("removed", "a removed notifier");
        WATCHERS.put("notifier", "a notifier that overrides no event");
        WATCHERS.put("empty", "one that overrides all and does nothing, without times");
        WATCHERS.put("empty-timed", "the same, with times");
        WATCHERS.put("flight-recorder-off", "JDK Flight Recorder, with its events disabled");
        WATCHERS.put("history", "message history");
        WATCHERS.put("redelivery", "no watcher; with redelivery, but no failures");
    }

    private List<String> watching() {
        List<String> all =
                new ArrayList<>(List.of("| watched by | JDK 25 ns | B | JDK 17 ns | B |", "|---|---:|---:|---:|---:|"));
        WATCHERS.forEach((id, name) -> {
            StringBuilder line = new StringBuilder("| " + name + " |");
            for (String jdk : List.of("25", "17")) {
                String group = "Watching.send/" + id;
                Row bytes = figures.row("watching", group, MEHARI, jdk, "B/op");
                line.append(' ').append(withRange(figures.row("watching", group, MEHARI, jdk, "ns/op")));
                line.append(String.format(Locale.ROOT, " | %.0f |", bytes.value()));
            }
            all.add(line.toString());
        });
        return all;
    }

    // ---- type checks

    private static final List<String> FORMS = List.of("behind-interfaces", "chain-of-classes", "mehari");

    private List<String> typeChecks() {
        List<String> all = new ArrayList<>(List.of(
                "| ns, median (range) | JDK 17, 1 thread | JDK 17, 2 threads | JDK 25, 1 thread | JDK 25, 2 threads |",
                "|---|---:|---:|---:|---:|"));
        for (String form : FORMS) {
            List<String> cells = new ArrayList<>(List.of(form.replace('-', ' ')));
            for (String jdk : List.of("17", "25")) {
                for (String threads : List.of("1-thread", "2-threads")) {
                    cells.add(withRange(figures.row("type-checks", "type-checks/" + threads, form, jdk, "ns/message")));
                }
            }
            all.add("| " + String.join(" | ", cells) + " |");
        }
        return all;
    }

    // ---- the network

    /** The metrics for the cost of a message. For a group, the first one that it has is used. */
    private static final List<String> COSTS =
            List.of("processor us/request", "messages/s of processor time", "processor ns/message");

    /**
     * Each subject of the groups that begin with the prefix: the median and range of each metric, and its cost relative
     * to Mehari's.
     */
    private List<String> network(String file, String prefix) {
        List<Row> rows = figures.of(file).rows().stream()
                .filter(row -> row.group().startsWith(prefix))
                .toList();
        String jdk = rows.get(0).jdk();
        List<String> metrics = rows.stream().map(Row::metric).distinct().toList();
        Optional<String> cost = COSTS.stream().filter(metrics::contains).findFirst();
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk + " | " + String.join(" | ", metrics) + " |"
                        + (cost.isPresent() ? " processor time, Mehari = 1 |" : ""),
                "|---|" + "---:|".repeat(metrics.size() + (cost.isPresent() ? 1 : 0))));
        for (String group : rows.stream().map(Row::group).distinct().toList()) {
            rows.stream()
                    .filter(row -> row.group().equals(group))
                    .map(Row::subject)
                    .distinct()
                    .sorted()
                    .forEach(subject -> all.add("| " + subject + group.substring(prefix.length()) + " |"
                            + cells(file, group, subject, jdk, metrics)
                            + cost.map(metric -> costRatio(file, group, subject, jdk, metric))
                                    .orElse("")));
        }
        return all;
    }

    private String cells(String file, String group, String subject, String jdk, List<String> metrics) {
        StringBuilder cells = new StringBuilder();
        for (String metric : metrics) {
            cells.append(figures.find(file, group, subject, jdk, metric)
                    .map(row ->
                            String.format(Locale.ROOT, " %,.0f (%,.0f-%,.0f) |", row.value(), row.low(), row.high()))
                    .orElse(" |"));
        }
        return cells.toString();
    }

    private String costRatio(String file, String group, String subject, String jdk, String metric) {
        Row own = figures.row(file, group, MEHARI, jdk, metric);
        Row row = figures.row(file, group, subject, jdk, metric);
        boolean less = row.better() == Better.LESS;
        return String.format(Locale.ROOT, " %.2f |", less ? row.value() / own.value() : own.value() / row.value());
    }
}
