package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Complete runs with separate JVMs: a worse operation is reported as worse, and an unchanged operation shows no
 * difference.
 */
@Tag("slow")
class MadeWorseTest {
    private static final String ROOT = "mehari.root";

    @TempDir
    Path root;

    @BeforeEach
    void keepRunsOutOfTheProject() {
        System.setProperty(ROOT, root.toString());
    }

    @AfterAll
    static void reset() {
        System.clearProperty(ROOT);
    }

    private List<String> run(String experiments, String experiment, String... options) throws Exception {
        Lab lab = new Lab();
        Stream<String> words = Stream.of("run", experiment, "--experiments", experiments);
        new CommandLine(lab).parseArgs(Stream.concat(words, Stream.of(options)).toArray(String[]::new));
        lab.call();
        return Files.readAllLines(
                root.resolve("target/lab").resolve(experiment.replace(':', '-')).resolve("1/report.md"));
    }

    private List<String> made(String experiment, String... options) throws Exception {
        return run("src/test/experiments", experiment, options);
    }

    private static String row(List<String> report, String operation) {
        return report.stream()
                .map(each -> each.replaceAll(" +", " "))
                .filter(each -> each.startsWith("| " + operation + " |"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsWorseOnPurposeIsToldAsWorse() throws Exception {
        List<String> report = made("made:worse", "--rounds=10", "--seconds=0.2");
        assertThat(row(report, "sum of a list")).contains("| **more bytes**, **slower** |");
        assertThat(row(report, "untouched")).contains("| not shown: ");
        assertThat(report.get(2)).contains("more in 1 (most: sum of a list");
    }

    @Test
    void anEditOfAClassIsMeasured() throws Exception {
        List<String> report = made("made:edited", "--rounds=1", "--seconds=0.4");
        assertThat(row(report, "sum of a list")).contains("**more bytes**");
        assertThat(report)
                .anyMatch(each -> each.contains("java.util.LinkedList$Node, none before, 100 of 2400 B after"));
    }

    /** These bytes are the same on each machine; except on a JVM with larger references. */
    @Test
    void camelsExchangeHas368BytesLessWithoutItsEnumMaps() throws Exception {
        List<String> report = run("experiments", "camel:exchange", "--rounds=1", "--seconds=2");
        assertThat(row(report, "new exchange")).contains("| 600 | 232 |").contains("fewer bytes");
        assertThat(row(report, "copy of 5 headers")).contains("fewer bytes");
    }
}
