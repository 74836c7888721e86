package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.lab.MarkdownReport.About;
import io.mehari.lab.MarkdownReport.Content;
import io.mehari.report.CommandLine;
import io.mehari.report.Jdk;
import io.mehari.report.Machine;
import io.mehari.scenarios.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    private static final Path EXPERIMENTS = Path.of("src/test/experiments");

    private static String report(Samples samples, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "made:worse"));
        words.addAll(List.of(options));
        CommandLine line = CommandLine.withWords(Request.FLAGS, Request.VALUES, words.toArray(String[]::new));
        List<Fields> before = new ArrayList<>();
        List<Fields> laws = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            before.add(new Fields("class")
                    .number("objects", 1)
                    .number("bytes", 16 + i)
                    .text("type", "Type" + i)
                    .text("name", "operation 0"));
        }
        for (int i = 0; i < 5; i++) {
            laws.add(new Fields("law")
                    .number("passed", 1)
                    .number("cases", 2)
                    .text("note", "one")
                    .text("name", "law " + i));
        }
        return MarkdownReport.of(new Content(
                Request.of(line, EXPERIMENTS),
                samples.findings(),
                new ObjectTable("operation 0", before, List.of()),
                Map.of(Role.BEFORE, laws, Role.AFTER, laws),
                "Tests: not run.",
                new About(
                        new Machine("cpu", "2", "4 GiB", "Linux"), new Jdk("17", "17.0.1", "x", "default"), "c", "d")));
    }

    private static Samples samples(int operations, double nanosAfter, double bytesAfter) {
        Samples samples = new Samples();
        for (int fork = 0; fork < 12; fork++) {
            for (Role role : Role.values()) {
                List<Fields> lines = new ArrayList<>();
                for (int i = 0; i < operations; i++) {
                    lines.add(new Fields("operation")
                            .number("nanos", (role == Role.AFTER ? nanosAfter : 100) + fork)
                            .number("bytes", role == Role.AFTER ? bytesAfter : 100)
                            .truth("steady", operations == 1)
                            .text("name", "operation " + i));
                }
                samples.add(role, lines);
            }
        }
        return samples;
    }

    @Test
    void aLongReportHasUnderSixtyLines() throws IOException {
        String report = report(samples(40, 50, 50));
        assertThat(report.lines().count()).isEqualTo(MarkdownReport.MOST_LINES).isLessThan(60);
        assertThat(report)
                .contains("26 more operations", "~: the last iterations", "| law 4 |", "Tests: not run.")
                .contains("Repeat it: `./lab run made:worse");
    }

    @Test
    void aLosingRowIsThereAndSaysSo() throws IOException {
        String report = report(samples(1, 150, 108));
        assertThat(report)
                .contains("| operation 0 | 100 | 108 |")
                .contains("**more bytes**, **slower** |")
                .contains("more in 1 (most: operation 0, 100 to 108 B)")
                .contains("longer in 1");
    }

    @Test
    void aLosingRowIsThereAlsoIfThereAreTooManyRows() throws IOException {
        Samples samples = samples(40, 50, 50);
        for (int fork = 0; fork < 12; fork++) {
            for (Role role : Role.values()) {
                samples.add(
                        role,
                        List.of(new Fields("operation")
                                .number("nanos", 100 + fork)
                                .number("bytes", role == Role.AFTER ? 108 : 100)
                                .truth("steady", true)
                                .text("name", "the last one")));
            }
        }
        assertThat(report(samples))
                .contains("| the last one | 100 | 108 |", "| operation 12 |", "27 more operations")
                .doesNotContain("| operation 13 |");
    }

    @Test
    void withoutAChangeTheClaimSaysSo() throws IOException {
        assertThat(report(samples(2, 100, 100), "--no-change"))
                .contains("Nothing was changed: \"after\" is the framework as it is. No operation shows a difference")
                .contains("| after | jdk:0, nothing changed |")
                .contains("Repeat it: `./lab run made:worse --no-change ");
        assertThat(report(samples(2, 150, 100), "--no-change"))
                .contains("**2 of 2 operations show a difference, which is noise: operation 0, operation 1.** Bytes: ")
                .contains("longer in 2");
    }

    @Test
    void whatIsWithinTheNoiseIsNotShown() throws IOException {
        assertThat(report(samples(1, 100, 100)))
                .contains("| same |")
                .contains("Time: shorter in 0, longer in 0, not shown in 1.");
    }
}
