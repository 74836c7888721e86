package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ExperimentTest {
    private static final Path EXPERIMENTS = Path.of("experiments");

    private static Change change(@Nullable String name, String... options) throws IOException {
        Change change = new Change();
        new CommandLine(change).parseArgs(options);
        return change.named(name, EXPERIMENTS);
    }

    @Test
    void everyExperimentSaysWhatAReaderNeedsAndItsFilesAreThere() throws IOException {
        List<Experiment> all = Experiment.all(EXPERIMENTS);
        assertThat(all).hasSizeGreaterThan(4).extracting(Experiment::id).contains("camel:headers", "yours");
        for (Experiment each : all) {
            for (String name : List.of("title", "framework", "workload", "seam", "expect", "obstacles")) {
                assertThat(each.text(name)).as(each.id() + ", " + name).isNotEmpty();
            }
            for (String name : List.of("workload", "part", "laws", "edits", "routes.workload")) {
                assertThat(each.paths(name)).as(each.id() + ", " + name).allMatch(Files::exists);
            }
        }
    }

    @Test
    void exportedLawsNeedTheFrameworkAndJUnitOnly(@TempDir Path folder) throws Exception {
        Lab lab = new Lab();
        Path tests = folder.resolve("src/test");
        new CommandLine(lab)
                .parseArgs("laws", "camel:headers", "--experiments", EXPERIMENTS.toString(), "--export", tests + "");
        lab.call();
        lab.call(); // replaces the file
        assertThat(tests).isDirectoryContaining("glob:**/HeadersMapLawsTest.java");
        assertThat(Files.readAllLines(tests.resolve("HeadersMapLawsTest.java")))
                .filteredOn(each -> each.startsWith("import "))
                .isNotEmpty()
                .allMatch(each ->
                        each.matches("import (static )?(java|org\\.junit\\.jupiter|org\\.apache\\.camel)\\..*"));
    }

    @Test
    void twoVersionsNeedNoExperiment() throws IOException {
        Change change = change(null, "--before", "camel:4.22.0", "--after", "camel:4.20.0");
        assertThat(change.experiment().id()).isEqualTo("camel:versions");
        assertThat(change.before()).isEqualTo("camel:4.22.0");
        assertThat(change.after()).isEqualTo("camel:4.20.0");
        assertThat(change("camel:headers", "--before", "camel:4.20.0").after()).isEqualTo("camel:4.20.0");
        assertThat(change(null, "--before", "spring-integration:7.1.0")
                        .experiment()
                        .id())
                .isEqualTo("spring:versions");
    }
}
