package io.mehari.lab;

import io.mehari.report.Better;
import io.mehari.report.Jdk;
import io.mehari.report.ObjectRow;
import io.mehari.report.Report;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.scenarios.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes the report as an HTML page with charts, and as JSON with all samples. */
final class Page {
    private Page() {}

    /** Writes {@code result.json} and {@code report.html} into that folder. */
    static void write(Path folder, MarkdownReport.Content content, Samples samples, Map<Role, List<Fields>> objects)
            throws IOException {
        Request request = content.request();
        Jdk jdk = content.about().jdk();
        List<Row> rows = new ArrayList<>();
        samples.all()
                .forEach((name, roles) -> roles.forEach((role, operation) -> {
                    String group = name.replace('/', ' ');
                    rows.add(Row.of(group, role.toString(), jdk.name(), "ns", Better.LESS, operation.nanos));
                    operation.nanosInState.forEach((state, nanos) -> rows.add(
                            Row.of(group + ", " + state, role.toString(), jdk.name(), "ns", Better.LESS, nanos)));
                    rows.add(Row.of(group, role.toString(), jdk.name(), "B", Better.LESS, operation.bytes));
                }));
        List<ObjectRow> costs = new ArrayList<>();
        objects.forEach((role, lines) -> {
            for (Fields line : lines) {
                if (line.kind().equals("class")) {
                    costs.add(new ObjectRow(
                            line.text("name").replace('/', ' '),
                            role.toString(),
                            jdk.name(),
                            line.text("type"),
                            line.number("objects"),
                            line.number("bytes")));
                }
            }
        });
        Result result = Result.begun(
                        request.experiment().id() + ": " + request.experiment().text("title"),
                        content.about().commit(),
                        request.command())
                .withJdks(List.of(jdk))
                .withRows(rows)
                .withObjects(costs);
        for (String note : notes(content)) {
            result = result.withNote(note);
        }
        result.write(folder.resolve("result.json"));
        Report.write(result, folder.resolve("report.html"));
    }

    /** The claim, what was compared, and the notes below the tables of the Markdown report. */
    private static List<String> notes(MarkdownReport.Content content) {
        List<String> notes = new ArrayList<>();
        notes.add(Claim.of(content.request(), content.findings()).replace("*", ""));
        notes.add("before: " + MarkdownReport.before(content.request()));
        notes.add("after: " + MarkdownReport.after(content.request()));
        notes.add("again: the same as before, once more (A/A). What differs between the two is noise.");
        content.findings().forEach(each -> notes.add(MarkdownReport.sentence(each)));
        MarkdownReport.lawLines(content.laws()).stream()
                .skip(2) // the head of the table
                .map(each -> each.replace("*", "").replaceAll("^\\| | \\|$", "").split(" \\| ", -1))
                .forEach(cells ->
                        notes.add("Law: " + cells[0] + ". Before: " + cells[1] + ". After: " + cells[2] + "."));
        notes.add(TestsLine.plain(content.tests()));
        return notes;
    }
}
