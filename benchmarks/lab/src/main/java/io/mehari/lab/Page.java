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

/** The same as a page with pictures, and as JSON with all samples. */
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
                .withNote(Claim.of(request, content.findings()))
                .withNote("\"again\" is \"before\" once more: what differs between the two is noise.")
                .withRows(rows)
                .withObjects(costs);
        result.write(folder.resolve("result.json"));
        Report.write(result, folder.resolve("report.html"));
    }
}
