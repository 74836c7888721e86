package io.mehari.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes results as one page: {@code io.mehari.report.Report result.json... -o report.html}. */
public final class Report {
    private Report() {}

    public static void main(String[] args) {
        Program.main(() -> run(args));
    }

    static void run(String... args) throws IOException {
        Arguments arguments = Arguments.of("Report result.json... -o report.html", args);
        write(arguments.result(), arguments.output());
        System.out.println("The report is " + arguments.output());
    }

    /** Writes the page, and the folder it lies in if need be. */
    public static void write(Result result, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(file, HtmlReport.of(result).getBytes(StandardCharsets.UTF_8));
    }
}
