package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.CommandLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestsLineTest {
    private static final String REPORT = """
            # made:worse: the framework's own tests

            **2 tests fail only after the change.** Before it 7 tests pass and 0 fail, after it 5 and 2.

            | date, Mehari | 2026-11-24, abc |
            | before | jdk:0 |

            Repeat it: `./lab tests made:worse --packages one`
            """;

    @TempDir
    Path experiment;

    private static Request request(String... options) throws IOException {
        String[] words = new String[options.length + 2];
        words[0] = "run";
        words[1] = "made:worse";
        System.arraycopy(options, 0, words, 2, options.length);
        return Request.of(CommandLine.withWords(Request.FLAGS, Request.VALUES, words), Path.of("src/test/experiments"));
    }

    private static RunFolder finished(Path all, String command, Path jdk, String report) throws IOException {
        Properties asked = new Properties();
        asked.setProperty("command", command);
        asked.setProperty("jdk", jdk.toString());
        RunFolder folder = RunFolder.forRequest(all, asked, false);
        folder.report(report);
        return folder;
    }

    @Test
    void aReportSaysHowToRunTheTestsWhileNoneHaveRun() throws IOException {
        assertThat(TestsLine.of(experiment, request(), true)).contains("not run yet; `./lab tests made:worse` runs");
        assertThat(TestsLine.of(experiment, request(), false)).contains("`./lab tests made:worse --tests PATHS`");
    }

    @Test
    void aReportSaysWhatTheLastTestsOfTheSameChangeSaid() throws IOException {
        Path jdk = request().jdk();
        Path tests = experiment.resolve("tests");
        finished(tests, "./lab tests made:worse", jdk, REPORT.replace("2 tests fail", "9 tests fail"));
        finished(tests, "./lab tests made:worse --packages one", jdk, REPORT);
        finished(tests, "./lab tests made:worse --part other.jar", jdk, REPORT.replace("2 tests fail", "8 tests fail"));
        finished(tests, "./lab tests made:worse", Path.of("other"), REPORT.replace("2 tests fail", "7 tests fail"));

        assertThat(TestsLine.of(experiment, request(), true))
                .isEqualTo("Tests: **2 tests fail only after the change.** Before it 7 tests pass and 0 fail, after it"
                        + " 5 and 2. (2026-11-24, abc: `./lab tests made:worse --packages one`)");
        assertThat(TestsLine.of(experiment, request("--part", "other.jar"), true))
                .startsWith("Tests: **8");
        assertThat(TestsLine.of(experiment, request("--no-change"), true)).startsWith("Tests: not run yet");
    }

    @Test
    void testsThatRunLaterAreAddedToTheReportOfTheLastRun() throws IOException {
        Path jdk = request().jdk();
        String report = "# made:worse\n\nTests: not run yet.\n\nRepeat it: x\n";
        RunFolder first = finished(experiment, request().command(), jdk, report);
        RunFolder last = finished(experiment, request("--rounds", "3").command(), jdk, report);
        RunFolder other = finished(experiment, request("--no-change").command(), jdk, report);

        TestsLine.tell(experiment, request(), REPORT.lines().toList());

        assertThat(last.reported()).hasSize(5).element(2).asString().startsWith("Tests: **2 tests fail");
        assertThat(List.of(first.reported(), other.reported())).allMatch(each -> each.contains("Tests: not run yet."));
    }
}
