package io.mehari.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes results as one HTML page: {@code io.mehari.report.Report result.json... -o report.html}. */
public final class Report {
    private static final String USAGE = "Report result.json... -o report.html";

    private Report() {}

    public static void main(String[] args) throws Exception {
        Program.main(() -> run(args));
    }

    static void run(String... args) throws IOException {
        CommandLine line = CommandLine.withWords("", "-o", args);
        Path file = line.output(USAGE);
        write(line.results(), file);
        System.out.println("The report is " + file);
    }

    /** Writes the page. Creates its folder if necessary. */
    public static void write(Result result, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(file, HtmlReport.of(result).getBytes(StandardCharsets.UTF_8));
    }
}
