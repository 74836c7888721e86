package io.mehari.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tables of a scenario. Each cell has the name of its column, because a row is shown as a card on a narrow screen.
 */
final class Tables {
    private Tables() {}

    /** The table of all figures, with one row for each. */
    static void rows(Html html, String scenario, List<Row> all) {
        List<Row> rows = all.stream()
                .filter(row -> Scenario.of(row.group()).equals(scenario))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        boolean varied =
                rows.stream().anyMatch(row -> !Scenario.variation(row.group()).isEmpty());
        boolean compared = rows.stream()
                .anyMatch(row -> !Standing.of(row, all).finding().word.isEmpty());
        boolean noted = rows.stream().anyMatch(row -> !row.note().isEmpty());
        html.open("div", "class", "scroll")
                .open("table", "class", "sortable")
                .element("caption", scenario + ": every figure");
        html.open("thead").open("tr");
        if (varied) {
            head(html, "Variation");
        }
        head(html, "Metric", "JDK", "Subject", "Figure", "Least to most");
        if (compared) {
            head(html, "Mehari against it");
        }
        if (noted) {
            head(html, "Note");
        }
        html.close().close().open("tbody");
        for (Row row : rows) {
            Standing standing = Standing.of(row, all);
            html.open("tr", "class", standing.finding().name().toLowerCase(Locale.ROOT));
            if (varied) {
                cell(html, "Variation", Scenario.variation(row.group()), "bare");
            }
            cell(html, "Metric", row.metric(), "bare");
            cell(html, "JDK", row.jdk(), "");
            html.element("th", row.subject(), "scope", "row");
            number(html, "Figure", row.value(), Numbers.shown(row.value()), "bare number figure");
            double half = (row.high() - row.low()) / 2;
            number(html, "Least to most", half, range(row), "number");
            if (compared) {
                standing(html, standing);
            }
            if (noted) {
                cell(html, "Note", row.note(), "bare note");
            }
            html.close();
        }
        html.close().close().close();
    }

    /** The table of the objects of a message: a row for each class, a column for each subject. */
    static void objects(Html html, String scenario, List<ObjectRow> all) {
        List<ObjectRow> rows = all.stream()
                .filter(row -> Scenario.of(row.group()).equals(scenario))
                .toList();
        Charts.groups(rows, row -> List.of(row.group(), row.jdk()))
                .forEach((key, some) -> sideBySide(html, key.get(0) + ", JDK " + key.get(1), some));
    }

    private static void sideBySide(Html html, String title, List<ObjectRow> rows) {
        Map<String, List<ObjectRow>> subjects = Charts.groups(rows, ObjectRow::subject);
        Set<String> types = new TreeSet<>();
        rows.forEach(row -> types.add(row.type()));
        html.open("div", "class", "scroll")
                .open("table", "class", "sortable across")
                .element("caption", title + ": objects a message, and their bytes");
        html.open("thead").open("tr");
        head(html, "Class");
        subjects.keySet().forEach(subject -> head(html, subject));
        html.close().close().open("tbody");
        for (String type : types) {
            html.open("tr").element("th", type, "scope", "row", "class", "type");
            subjects.forEach((subject, costs) -> cost(
                    html,
                    subject,
                    costs.stream().filter(row -> row.type().equals(type)).toList()));
            html.close();
        }
        html.close().open("tfoot").open("tr").element("th", "All of them", "scope", "row");
        subjects.forEach((subject, costs) -> cost(html, subject, costs));
        html.close().close().close().close();
    }

    private static void cost(Html html, String subject, List<ObjectRow> rows) {
        double objects = rows.stream().mapToDouble(ObjectRow::objects).sum();
        double bytes = rows.stream().mapToDouble(ObjectRow::bytes).sum();
        String text = rows.isEmpty() ? "none" : Numbers.shown(objects) + " of " + Numbers.bytes(bytes);
        number(html, subject, bytes, text, "number");
    }

    private static String range(Row row) {
        if (row.low() < row.high()) {
            return Numbers.shown(row.low()) + " to " + Numbers.shown(row.high());
        }
        return row.samples().size() > 1 ? "no spread" : "one sample";
    }

    private static void standing(Html html, Standing standing) {
        String value = Double.isNaN(standing.ratio()) ? "" : Numbers.exact(standing.ratio());
        html.element(
                "td", standing.say(), "data-label", "Mehari against it", "data-value", value, "class", "bare standing");
    }

    private static void head(Html html, String... names) {
        for (String name : names) {
            html.open("th", "scope", "col")
                    .element("button", name, "type", "button")
                    .close();
        }
    }

    private static void cell(Html html, String label, String text, String kind) {
        html.element("td", text, "data-label", label, "class", kind);
    }

    private static void number(Html html, String label, double value, String text, String kind) {
        html.element("td", text, "data-label", label, "data-value", Numbers.exact(value), "class", kind);
    }
}
