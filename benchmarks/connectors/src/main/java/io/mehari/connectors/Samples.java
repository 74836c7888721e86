package io.mehari.connectors;

import io.mehari.engine.Better;
import io.mehari.engine.Gauge;
import io.mehari.engine.Sample;
import io.mehari.engine.Table;
import io.mehari.engine.Verdict;
import io.mehari.report.Jdk;
import io.mehari.report.Result;
import io.mehari.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The samples of a study: by group, subject and metric, in the order in which they were taken. */
final class Samples {
    private static final String MEHARI = "mehari";
    private static final Pattern JUDGED = Pattern.compile(".*/s|processor .*|B/.*|resident MB");

    private final Jdk jdk;
    private final Map<String, Map<String, Map<String, List<Sample>>>> groups = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** The JDK is that of the subjects. */
    Samples(Jdk jdk) {
        this.jdk = jdk;
    }

    void add(String group, String subject, Map<String, Double> figures, Gauge.State state) {
        Map<String, List<Sample>> all = groups.computeIfAbsent(group, key -> new LinkedHashMap<>())
                .computeIfAbsent(subject, key -> new LinkedHashMap<>());
        figures.forEach((metric, value) ->
                all.computeIfAbsent(metric, key -> new ArrayList<>()).add(new Sample(value, state)));
    }

    void note(String note) {
        notes.add(note);
    }

    private static Better better(String metric) {
        return metric.contains("/s") ? Better.MORE : Better.LESS;
    }

    private Row row(String group, String subject, String metric, List<Sample> samples) {
        List<Double> values = samples.stream().map(Sample::value).toList();
        return Row.of(group, subject, jdk.name(), metric, better(metric), values);
    }

    /** Everything, for a file. */
    Result result(String title, String command) {
        List<Row> rows = new ArrayList<>();
        groups.forEach((group, subjects) -> subjects.forEach((subject, metrics) ->
                metrics.forEach((metric, samples) -> rows.add(row(group, subject, metric, samples)))));
        return Result.of(title, command, List.of(jdk), notes, rows, List.of(), List.of());
    }

    /** Prints for each group a table with medians and ranges, and what is shown of Mehari and the others. */
    void print() {
        System.out.println("JDK " + jdk.name() + ": median (least - most)");
        groups.forEach((group, subjects) -> {
            System.out.println("\n" + group + "\n\n" + table(group, subjects));
            Map<String, List<Sample>> ours = subjects.get(MEHARI);
            if (ours != null) {
                subjects.forEach((subject, metrics) -> verdicts(ours, subject, metrics));
            }
        });
        notes.forEach(each -> System.out.println("\n" + each));
    }

    private Table table(String group, Map<String, Map<String, List<Sample>>> subjects) {
        Set<String> metrics = new LinkedHashSet<>();
        subjects.values().forEach(each -> metrics.addAll(each.keySet()));
        Table table = Table.of("").numbers(List.copyOf(metrics));
        subjects.forEach((subject, figures) -> {
            List<String> cells = new ArrayList<>(List.of(subject));
            for (String metric : metrics) {
                List<Sample> samples = figures.get(metric);
                cells.add(samples == null ? "" : cell(row(group, subject, metric, samples)));
            }
            table.add(cells);
        });
        return table;
    }

    private static String cell(Row row) {
        return String.format(Locale.ROOT, "%,.0f (%,.0f - %,.0f)", row.value(), row.low(), row.high());
    }

    /** Throughput, processor time and memory; nothing if there are too few samples for any verdict. */
    private static void verdicts(Map<String, List<Sample>> ours, String subject, Map<String, List<Sample>> metrics) {
        metrics.forEach((metric, samples) -> {
            List<Sample> own = ours.getOrDefault(metric, List.of());
            if (JUDGED.matcher(metric).matches()
                    && !subject.equals(MEHARI)
                    && Math.min(own.size(), samples.size()) >= Verdict.LEAST_SAMPLES) {
                System.out.println(metric + ": "
                        + Verdict.inOneState(better(metric), own, samples).say(MEHARI, subject));
            }
        });
    }
}
