package io.mehari.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the charts of a result as files: {@code io.mehari.report.Pictures result.json... -o folder}. */
public final class Pictures {
    private static final String USAGE = "Pictures result.json... -o folder";

    private Pictures() {}

    public static void main(String[] args) throws Exception {
        Program.main(() -> run(args));
    }

    static void run(String... args) throws IOException {
        CommandLine line = CommandLine.withWords("", "-o", args);
        Path folder = line.output(USAGE);
        System.out.println(write(line.results(), folder) + " pictures are in " + folder);
    }

    /** Writes the charts into the folder. Returns the number of files. */
    public static int write(Result result, Path folder) throws IOException {
        Files.createDirectories(folder);
        int written = 0;
        for (Charts.Picture picture : Charts.of(result)) {
            Files.write(folder.resolve(picture.name() + ".svg"), picture.svg().getBytes(StandardCharsets.UTF_8));
            written++;
        }
        return written;
    }
}
