package io.mehari.docs;

import static io.mehari.docs.Figures.number;

import io.mehari.engine.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** A row for each goal: whether it is met, and what was measured on each JDK. */
final class GoalTable {
    private static final String[] JDKS = {"25", "17"};

    private final Figures figures;
    private final Table table = Table.of("what", "goal", "met", "from").numbers("JDK 25", "JDK 17");

    GoalTable(Figures figures) {
        this.figures = figures;
    }

    Table table() {
        return table;
    }

    void add(String what, String goal, double[] measured, String unit, boolean atMost, double limit, String from) {
        boolean met = true;
        List<String> cells = new ArrayList<>(List.of(what, goal, "", from));
        for (double each : measured) {
            cells.add(Double.isNaN(each) ? "" : shown(each) + unit);
            met &= Double.isNaN(each) || (atMost ? each <= limit : each >= limit);
        }
        cells.set(2, met ? "yes" : "**no**");
        table.add(cells);
    }

    private static String shown(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value) : number(value);
    }

    void each(
            String what,
            boolean atMost,
            double limit,
            String unit,
            String of,
            String page,
            BiFunction<Figures, String, Double> value) {
        double[] measured =
                Stream.of(JDKS).mapToDouble(jdk -> value.apply(figures, jdk)).toArray();
        String goal = (atMost ? "at most " : "at least ") + shown(limit) + unit + of;
        add(what, goal, measured, unit, atMost, limit, "[" + page + "](" + page + ".md)");
    }

    /** Beside a bare queue, which is a floor only on a JDK on which it is not slower than the route over it. */
    void floor(String what, double limit, BiFunction<Figures, String, Double> cost) {
        String goal = "at most " + shown(limit) + " times the bare queue";
        List<String> cells = new ArrayList<>(List.of(what, goal, "open", "[queues](queues.md)"));
        for (String jdk : JDKS) {
            double times = cost.apply(figures, jdk);
            cells.add(times < 1 ? "bare one slower" : shown(times) + " times");
            if (times > limit) {
                cells.set(2, "**no**");
            } else if (times >= 1 && cells.get(2).equals("open")) {
                cells.set(2, "yes");
            }
        }
        table.add(cells);
    }

    /** In how many rows the 99th percentile is at or under that of the peer, in each run on each JDK. */
    void beside(List<List<String>> runs, String peer, String goal) {
        String page = "[queues](queues.md#latencies)";
        List<String> cells =
                new ArrayList<>(List.of("99th percentile of a queue", goal + " in every row", "yes", page));
        for (List<String> ofOneJdk : runs) {
            List<String> counts = new ArrayList<>();
            for (String file : ofOneJdk) {
                List<QueueTables.Pair> all = QueueTables.pairs(figures, file, peer, "p99 us");
                long met = all.stream().filter(QueueTables.Pair::atOrUnder).count();
                counts.add(met + " of " + all.size());
                if (met < all.size()) {
                    cells.set(2, "**no**");
                }
            }
            cells.add("met in " + String.join(" and in ", counts) + " rows");
        }
        table.add(cells);
    }

    void hand(String what, String goal, String measured, String met, String from) {
        table.add(what, goal, met, from, measured, "");
    }
}
