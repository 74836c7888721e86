package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Complete runs with separate JVMs: a worse operation is reported as worse, and an unchanged operation shows no
 * difference.
 */
@Tag("slow")
class MadeWorseTest {
    private static final String ROOT = "mehari.root";
    private static final String EXPERIMENTS =
            Path.of("src/test/experiments").toAbsolutePath().toString();

    @TempDir
    static Path root;

    @BeforeAll
    static void keepRunsOutOfTheProject() {
        System.setProperty(ROOT, root.toString());
    }

    @AfterAll
    static void reset() {
        System.clearProperty(ROOT);
    }

    private static List<String> run(String experiment, String rounds) throws Exception {
        return run(experiment, rounds, EXPERIMENTS, "0.2");
    }

    private static List<String> run(
            String experiment, String rounds, String experiments, String seconds, String... options) throws Exception {
        List<String> words = new ArrayList<>(
                List.of("run", experiment, "--experiments", experiments, "--rounds", rounds, "--seconds", seconds));
        words.addAll(List.of(options));
        Lab.run(words.toArray(String[]::new));
        Path runs = root.resolve("target/lab").resolve(experiment.replace(':', '-'));
        int last = 1;
        while (Files.exists(runs.resolve(Integer.toString(last + 1)))) {
            last++;
        }
        return Files.readAllLines(runs.resolve(last + "/report.md"));
    }

    private static String row(List<String> report, String operation) {
        return report.stream()
                .filter(each -> each.startsWith("| " + operation))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsWorseOnPurposeIsToldAsWorse() throws Exception {
        List<String> report = run("made:worse", "10");
        assertThat(row(report, "sum of a list")).contains("| **more bytes**, **slower** |");
        assertThat(row(report, "untouched")).containsPattern("\\| same( \\|| bytes, time not shown)");
        assertThat(report.toString()).contains("more in 1 (most: sum of a list");
    }

    @Test
    void aChangeThatChangesNothingIsNotShown() throws Exception {
        List<String> report = run("made:no-difference", "10");
        assertThat(row(report, "sum of a list")).containsPattern("\\| same( \\|| bytes, time not shown)");
        assertThat(report.toString()).contains("fewer in 0 of 2").contains("more in 0.");
    }

    /** Compares only bytes of compiled code. The part and the edit of a class are left out. */
    @ParameterizedTest
    @ValueSource(strings = {"made:worse", "made:edited"})
    void withoutTheChangeNothingIsShown(String experiment) throws Exception {
        List<String> report = run(experiment, "2", EXPERIMENTS, "1", "--no-change");
        assertThat(report.get(2)).startsWith("Nothing was changed: ").contains("No operation shows a difference");
        assertThat(row(report, "sum of a list")).containsPattern("\\| same( \\|| bytes, time not shown)");
    }

    @Test
    void anEditOfAClassIsMeasured() throws Exception {
        assertThat(row(run("made:edited", "1"), "sum of a list")).contains("**more bytes**");
    }

    @Test
    void anEditThatDoesNotFitEndsTheRunAndSaysWhy() {
        assertThatThrownBy(() -> run("made:unfit", "1"))
                .isInstanceOf(Session.Failure.class)
                .hasMessageContaining("The JVM of after ended with 1")
                .hasMessageContaining("io.mehari.lab.worse.Sums does not fit")
                .hasMessageContaining("its member total does not mention java.util.ArrayList")
                .hasMessageContaining("measure that one, or correct the description");
    }

    /** The bytes are exact, so they are the same on each machine; except on a JVM with larger references. */
    @Test
    void camelsExchangeHas368BytesLessWithoutItsEnumMaps() throws Exception {
        String experiments = Path.of("experiments").toAbsolutePath().toString();
        List<String> report = run("camel:exchange", "1", experiments, "2");
        assertThat(row(report, "new exchange |")).contains("| 600 | 232 |").contains("fewer bytes");
        assertThat(row(report, "copy of 5 headers |")).contains("fewer bytes");
    }

    /** SedaChecks runs in each JVM before it measures; a JVM in which it fails ends the run. */
    @Test
    void camelsSedaOnTheRingDoesWhatUsersRelyOn() throws Exception {
        String experiments = Path.of("experiments").toAbsolutePath().toString();
        List<String> report = run("camel:seda", "1", experiments, "0.2");
        assertThat(row(report, "seda, one consumer")).isNotEmpty();
    }

    @Test
    void aRunGoesOnWhereItWasCutOff() throws Exception {
        run("made:worse", "1");
        Path runs = root.resolve("target/lab/made-worse");
        Path run = runs.resolve(String.valueOf(count(runs)));
        Files.delete(run.resolve("report.md"));
        Path kept = run.resolve("raw/001-" + Plan.of(1, 1, List.of("")).get(0).role() + ".tsv");
        Path lost = run.resolve("raw/002-" + Plan.of(1, 1, List.of("")).get(1).role() + ".tsv");
        Object before = Files.getLastModifiedTime(kept);
        Files.delete(lost);
        run("made:worse", "1");
        assertThat(Files.getLastModifiedTime(kept)).isEqualTo(before);
        assertThat(lost).exists();
        assertThat(run.resolve("report.md")).exists();
    }

    private static long count(Path runs) throws IOException {
        try (Stream<Path> all = Files.list(runs)) {
            return all.filter(each -> each.getFileName().toString().matches("\\d+"))
                    .count();
        }
    }
}
