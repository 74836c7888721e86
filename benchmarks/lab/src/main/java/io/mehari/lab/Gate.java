package io.mehari.lab;

import io.mehari.engine.Interrupt;
import io.mehari.engine.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fails if an operation allocates more bytes after a change than before, and says where. It measures no times. A row that
 * seems to allocate more is measured again, in more JVMs: with three of each side, a route that is compiled in one of
 * two ways would fail now and then.
 */
final class Gate {
    private static final int MORE_JVMS = 4;
    private static final double UNSTEADY = 0.05;
    private static final int MOST_ROWS = 12;

    private final Runs runs;
    private final Side before;
    private final Side after;
    private final double allowed;
    private final Map<String, Map<String, List<Double>>> rows = new LinkedHashMap<>();
    private final Set<String> unsteady = new HashSet<>();

    /** More bytes than before are accepted up to the allowed number. */
    Gate(Runs runs, Side before, Side after, double allowed) {
        this.runs = runs;
        this.before = before;
        this.after = after;
        this.allowed = allowed;
    }

    /** Measures all groups, and those with more bytes again. */
    void measure(List<String> groups, int rounds) throws IOException, InterruptedException {
        add(groups, rounds);
        List<String> worse = worse();
        List<String> again = (groups.isEmpty() ? List.of("") : groups)
                .stream()
                        .filter(group -> worse.stream().anyMatch(each -> each.startsWith(group)))
                        .toList();
        if (!again.isEmpty() && !Interrupt.happened()) {
            add(again, MORE_JVMS);
        }
        if (rows.isEmpty()) {
            throw new IOException("Nothing was measured on both sides");
        }
    }

    private void add(List<String> groups, int rounds) throws IOException, InterruptedException {
        runs.measure(List.of(before, after), groups, rounds).forEach((operation, sides) -> {
            if (operation.isEmpty()) {
                return; // what a JVM says of itself
            }
            Map<String, List<Double>> row = rows.computeIfAbsent(operation, each -> new LinkedHashMap<>());
            sides.forEach((side, lines) -> lines.forEach(each -> {
                row.computeIfAbsent(side, any -> new ArrayList<>()).add(each.number("bytes"));
                if (!each.truth("steady")) {
                    unsteady.add(operation);
                }
            }));
        });
    }

    /** The bytes of each JVM, by operation and side. */
    Map<String, Map<String, List<Double>>> bytes() {
        return rows;
    }

    private List<Double> of(String operation, Side side) {
        return rows.getOrDefault(operation, Map.of()).getOrDefault(side.name(), List.of());
    }

    private double gap(String operation) {
        return Finding.gap(of(operation, before), of(operation, after), unsteady.contains(operation) ? UNSTEADY : 0);
    }

    /** The operations with more bytes than are allowed, the worst first. */
    List<String> worse() {
        return rows.keySet().stream()
                .filter(each -> gap(each) > allowed)
                .sorted(Comparator.comparingDouble(each -> -gap(each)))
                .toList();
    }

    /** A comment of at most forty lines, as Markdown. */
    String comment(String saysBefore, String saysAfter, String command) throws IOException, InterruptedException {
        List<String> worse = worse();
        List<String> parts = new ArrayList<>();
        parts.add(
                worse.isEmpty()
                        ? "**Bytes of a message: no operation allocates more than before.**"
                        : "**Bytes of a message: more in " + worse.size() + " of " + rows.size() + " operations: "
                                + String.join("; ", worse) + ".**");
        parts.add(table().toString());
        if (!worse.isEmpty() && !Interrupt.happened()) {
            String worst = worse.get(0);
            parts.add(Sites.listed(worst, runs.objects(before, worst), runs.objects(after, worst)));
        }
        parts.add(Table.of("", "")
                .add("before", saysBefore)
                .add("after", saysAfter)
                .add("JDK", runs.jdk())
                .toString());
        parts.add(
                "A range is of JVMs that do not agree. More than before: each JVM of one side allocates more than each of"
                        + " the other, by more than " + Math.round(allowed)
                        + " bytes and than each range. Times were not"
                        + " measured. Repeat it: `" + command + "`");
        return String.join("\n", parts.stream().map(each -> each.strip() + "\n").toList());
    }

    private Table table() {
        Table table = Table.of("operation").numbers("B before", "B after", "");
        List<String> shown = rows.keySet().stream()
                .sorted(Comparator.comparingDouble(each -> -Math.abs(gap(each))))
                .limit(MOST_ROWS)
                .toList();
        for (String each : rows.keySet()) {
            if (shown.contains(each)) {
                table.add(each, History.range(of(each, before)), History.range(of(each, after)), verdict(gap(each)));
            }
        }
        if (shown.size() < rows.size()) {
            table.add((rows.size() - shown.size()) + " more", "", "", "no more shown");
        }
        return table;
    }

    private String verdict(double gap) {
        return gap > allowed ? "**more**" : gap > 0 ? "more, allowed" : gap < 0 ? "fewer" : "no difference shown";
    }

    /** The same in the markup of Jira. */
    static String jira(String markdown) {
        StringBuilder text = new StringBuilder();
        List<String> lines = markdown.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceAll("\\*\\*(.+?)\\*\\*", "*$1*").replaceAll("`(.+?)`", "{{$1}}");
            boolean head = i + 1 < lines.size() && lines.get(i + 1).startsWith("|--");
            if (!line.startsWith("|--") && !line.matches("[| ]+")) {
                text.append(head ? line.replace("|", "||").replaceAll("\\|\\|( +)(?=\\|\\|)", "|| ") : line)
                        .append('\n');
            }
        }
        return text.toString();
    }
}
