package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.report.BadOption;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./lab tests} in separate JVMs, with tests for each behaviour that a report must distinguish. */
@Tag("slow")
class TestSessionTest {
    private static final String ROOT = "mehari.root";
    private static final String EXPERIMENTS =
            Path.of("src/test/experiments").toAbsolutePath().toString();

    private static final String LATER = """
            package sample;

            import static org.junit.jupiter.api.Assertions.*;
            import java.nio.file.*;
            import org.junit.jupiter.api.*;

            class LaterTest {
                private static final boolean WORSE = Boolean.getBoolean("worse");

                @Test void passes() {}
                @Test void failsAfter() { assertFalse(WORSE, "it is worse | much"); }
                @Test void passesAfter() { assertTrue(WORSE); }
                @Test void failsAmongOthersAfter() { assertFalse(WORSE && Boolean.getBoolean("dirty")); }
                @Test void passesOnce() throws Exception { Files.createFile(Path.of(System.getProperty("once"))); }
                @Test void halts() { if (Boolean.getBoolean("halts")) Runtime.getRuntime().halt(7); }
            }
            """;

    private static final String FIRST = """
            package sample;

            class FirstTest {
                @org.junit.jupiter.api.Test void leavesDirt() { System.setProperty("dirty", "true"); }
            }
            """;

    private static final String BELOW = """
            package sample.below;

            class BelowTest {
                @org.junit.jupiter.api.Test void passes() {}
            }
            """;

    @TempDir
    Path root;

    private Path tests;

    @BeforeEach
    void compile() throws IOException {
        System.setProperty(ROOT, root.toString());
        Path sources = Files.createDirectories(root.resolve("sources"));
        Files.writeString(sources.resolve("FirstTest.java"), FIRST);
        Files.writeString(sources.resolve("LaterTest.java"), LATER);
        Files.writeString(sources.resolve("BelowTest.java"), BELOW);
        List<Path> classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        tests = Sources.compile(List.of(sources), classPath, root.resolve("tests"));
    }

    @AfterEach
    void reset() {
        System.clearProperty(ROOT);
    }

    private void lab(String... more) throws Exception {
        String once = "-Donce=" + root.resolve("once");
        List<String> words = new ArrayList<>(List.of(
                "tests",
                "made:no-difference",
                "--experiments",
                EXPERIMENTS,
                "--tests",
                tests.toString(),
                "--before-jvm",
                once));
        words.addAll(List.of(more));
        Lab.run(words.toArray(String[]::new));
    }

    private Path run(int number) {
        return root.resolve("target/lab/made-no-difference/tests/" + number);
    }

    @Test
    void eachDifferenceIsRunAloneAndNamed() throws Exception {
        String worse = "-Dworse=true -Donce=" + root.resolve("once");
        lab("--after-jvm", worse);

        List<String> report = Files.readAllLines(run(1).resolve("report.md"));
        assertThat(report)
                .hasSizeLessThanOrEqualTo(MarkdownReport.MOST_LINES)
                .anyMatch(line ->
                        line.startsWith("**1 test fails only after the change.** Before it 7 tests pass and 1 fail,"
                                + " after it 5 and 3. Of 4 that end differently, run alone"))
                .contains("| sample | 6 | 1 | 4 | 3 |  |", "| all 2 packages | 7 | 1 | 5 | 3 |  |")
                .anyMatch(line ->
                        line.startsWith("| sample.LaterTest#failsAfter() | passed, failed | 3 and 0 of 3 | fails after"
                                        + " the change |")
                                && line.contains("it is worse \\| much"))
                .anyMatch(line -> line.startsWith(
                        "| sample.LaterTest#passesAfter() | failed, passed | 0 and 3 of 3 | passes after"
                                + " the change |"))
                .anyMatch(line ->
                        line.startsWith("| sample.LaterTest#failsAmongOthersAfter() | passed, failed | 3 and 3 of 3 |"
                                + " passes alone on both sides |"))
                .anyMatch(line ->
                        line.startsWith("| sample.LaterTest#passesOnce() | passed, failed | 0 and 0 of 3 | fails alone"
                                + " on both sides |"));
        assertThat(report.get(report.size() - 1))
                .startsWith("Repeat it: `./lab tests made:no-difference")
                .contains("--tests " + tests);
        assertThat(run(1).resolve("work")).doesNotExist();
    }

    @Test
    void aRunThatWasCutOffGoesOn() throws Exception {
        lab("--packages", "below");
        Path before = run(1).resolve("raw/tests-before-sample.below.tsv");
        Files.writeString(before, Files.readString(before).replace("passes()", "wasKept()"));
        Files.delete(run(1).resolve("report.md"));
        Files.delete(run(1).resolve("raw/tests-after-sample.below.tsv"));

        lab("--packages", "below");

        assertThat(run(2)).doesNotExist();
        assertThat(run(1).resolve("report.md"))
                .content()
                .contains("sample.below.BelowTest#wasKept() | passed, not run");
    }

    @Test
    void aJvmThatEndsEarlyIsToldOnlyForTheChange() throws Exception {
        lab("--packages", "sample", "--after-jvm", "-Dhalts=true -Donce=" + root.resolve("twice"));
        assertThat(run(1).resolve("report.md"))
                .content()
                .contains("**The tests of 1 packages did not run to their end.**", "**after: ended with 7");

        assertThatThrownBy(() -> lab("--packages", "sample", "--before-jvm", "-Dhalts=true"))
                .isInstanceOf(Session.Failure.class)
                .hasMessageContaining("ended with 7 and without a report");
    }

    @Test
    void onlyWhatIsThereCanBeWanted() {
        assertThatThrownBy(() -> lab("--packages", "elsewhere"))
                .isInstanceOf(BadOption.class)
                .hasMessageContaining("No package with tests ends with elsewhere")
                .hasMessageContaining("2 packages with tests, such as sample");
        assertThatThrownBy(() -> Lab.run("tests", "made:no-difference", "--experiments", EXPERIMENTS))
                .isInstanceOf(BadOption.class)
                .hasMessageContaining("The tests of jdk:0 are not known")
                .hasMessageContaining("--tests");
    }
}
