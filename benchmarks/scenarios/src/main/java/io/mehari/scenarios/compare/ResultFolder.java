package io.mehari.scenarios.compare;

import io.mehari.report.Commit;
import io.mehari.report.Report;
import io.mehari.report.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;

/** Where results land: in a folder for each time and commit. */
public final class ResultFolder {
    private ResultFolder() {}

    /**
     * Writes the figures and their page, and prints where.
     *
     * @param root of the project
     * @param name of the two files
     * @param measured makes the result of a commit
     */
    public static void write(Path root, String name, Function<String, Result> measured) throws IOException {
        String commit = Commit.of(root);
        Result result = measured.apply(commit);
        if (result.rows().isEmpty()) {
            System.out.println("There are no figures to be written.");
            return;
        }
        String time = LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
        Path folder = root.resolve("benchmarks/target/results").resolve(time + "-" + commit);
        result.write(folder.resolve(name + ".json"));
        Report.write(result, folder.resolve(name + ".html"));
        System.out.println("figures: " + folder.resolve(name + ".json"));
        System.out.println("report:  " + folder.resolve(name + ".html"));
    }
}
