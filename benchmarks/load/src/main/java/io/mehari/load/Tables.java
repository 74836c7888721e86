package io.mehari.load;

import io.mehari.report.Row;
import io.mehari.report.Verdict;
import io.mehari.scenarios.fork.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables that are printed at the end. */
final class Tables {
    /** The metrics by which subjects are compared. */
    private static final List<String> COMPARED =
            List.of(Figures.RATE, Figures.P50, Figures.P99, Figures.P999, Figures.CPU, Figures.BYTES, Figures.PAUSES);

    private Tables() {}

    /** One line for each subject, including those without figures. */
    static String summary(List<LoadOutcome> outcomes, List<Row> rows) {
        List<String> heads = new ArrayList<>(List.of("subject", "JDK"));
        heads.addAll(Figures.ALL);
        Table table = new Table(2, heads);
        for (LoadOutcome each : outcomes) {
            if (!each.counts()) {
                table.add(List.of(each.contender.id(), String.valueOf(each.jdk.getFileName()), each.whyNone()));
                continue;
            }
            String jdk = each.jdkName();
            List<String> line = new ArrayList<>(List.of(each.contender.id(), jdk));
            for (String metric : Figures.ALL) {
                line.add(cell(rows, each.contender.id(), jdk, metric));
            }
            table.add(line);
        }
        return table.toString();
    }

    private static String cell(List<Row> rows, String subject, String jdk, String metric) {
        for (Row row : rows) {
            if (row.subject().equals(subject)
                    && row.jdk().equals(jdk)
                    && row.metric().equals(metric)) {
                return number(row.value());
            }
        }
        return "";
    }

    /** For each JDK, compares the first subject with each other subject. */
    static List<String> verdicts(List<Row> rows) {
        Map<String, Row> firsts = new LinkedHashMap<>();
        List<String> sentences = new ArrayList<>();
        for (Row row : rows) {
            Row first = firsts.putIfAbsent(row.jdk() + " " + row.metric(), row);
            if (first != null && COMPARED.contains(row.metric())) {
                Verdict verdict = Verdict.of(row.better(), first.samples(), row.samples());
                sentences.add("JDK " + row.jdk() + ", " + row.metric() + ": "
                        + verdict.say(first.subject(), row.subject()) + ".");
            }
        }
        return sentences;
    }

    /** A number with three digits, or with all digits before the decimal point. */
    static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    /** A time with its unit: 3.10 us, 12.5 ms, 2.00 s. */
    static String micros(double micros) {
        if (micros < 1e3) {
            return number(micros) + " us";
        }
        return micros < 1e6 ? number(micros / 1e3) + " ms" : number(micros / 1e6) + " s";
    }
}
