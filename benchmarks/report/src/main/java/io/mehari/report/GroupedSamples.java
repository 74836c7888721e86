package io.mehari.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The samples of a study whose subjects take turns. Prints them as tables. */
public final class GroupedSamples {
    private final String jdk = Jdk.here().name();
    private final Map<List<String>, List<Double>> samples = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** Creates an object without samples. */
    public GroupedSamples() {}

    /** Adds one sample. */
    public void add(String group, String subject, String metric, double value) {
        samples.computeIfAbsent(List.of(group, subject, metric), key -> new ArrayList<>())
                .add(value);
    }

    /** Adds a note for the reader of the figures. */
    public void note(String note) {
        notes.add(note);
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        samples.forEach((key, values) -> {
            String metric = key.get(2);
            Better better = metric.contains("/s") ? Better.MORE : Better.LESS;
            rows.add(Row.of(key.get(0), key.get(1), jdk, metric, better, values));
        });
        return rows;
    }

    /** All samples and notes as a result, for a file. */
    public Result result(String title, String commit, String command) {
        Result result = Result.begun(title, commit, command);
        for (String each : notes) {
            result = result.withNote(each);
        }
        return result.withRows(rows());
    }

    /** Prints a table for each group: a line for each subject, the median and the range of each metric. */
    public void print() {
        System.out.printf(Locale.ROOT, "JDK %s: median (least - most)%n", jdk);
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Row each : rows()) {
            groups.computeIfAbsent(each.group(), group -> new ArrayList<>()).add(each);
        }
        groups.forEach((group, rows) -> {
            List<String> metrics = distinct(rows, Row::metric);
            System.out.println("\n" + group + "\n\n| | " + String.join(" | ", metrics) + " |");
            System.out.println("|---|" + "---:|".repeat(metrics.size()));
            for (String subject : distinct(rows, Row::subject)) {
                StringBuilder line = new StringBuilder("| " + subject + " |");
                for (String metric : metrics) {
                    line.append(rows.stream()
                            .filter(row -> row.subject().equals(subject)
                                    && row.metric().equals(metric))
                            .findFirst()
                            .map(row -> " " + cell(row) + " |")
                            .orElse(" |"));
                }
                System.out.println(line);
            }
        });
        notes.forEach(each -> System.out.println("\n" + each));
    }

    private static List<String> distinct(List<Row> rows, Function<Row, String> of) {
        return rows.stream().map(of).distinct().toList();
    }

    private static String cell(Row row) {
        return String.format(Locale.ROOT, "%,.0f (%,.0f - %,.0f)", row.value(), row.low(), row.high());
    }
}
