package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that runs a test for {@code ./course} says what failed, and its code says if anything did. */
class RunnerTest {

    /** Not the folder of the course: the report of a test that is to fail would count among its own. */
    @TempDir
    private Path folder;

    private record Ended(int code, String said) {}

    private Ended run(String test) throws Exception {
        ProcessBuilder java = new ProcessBuilder(System.getProperty("java.home") + "/bin/java");
        java.command().addAll(List.of("-cp", System.getProperty("java.class.path"), "course.Runner", test));
        Process running =
                java.directory(folder.toFile()).redirectErrorStream(true).start();
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(running.waitFor(), said);
    }

    @Test
    void aTestThatFailsIsNamedWithItsInputAndItsLine() throws Exception {
        Ended ended = run("step08.Attempts$WrongSame");
        assertThat(ended.code).isEqualTo(1);
        assertThat(folder.resolve("target/surefire-reports/TEST-step08.Attempts$WrongSame.xml"))
                .content()
                .contains("failures=\"1\"");
        assertThat(ended.said)
                .contains("tenThousandNamesHaveOneHash()", "namesOfOneHash(3)")
                .containsPattern("\tat step08\\.ExerciseTest\\..*\\(ExerciseTest\\.java:\\d+\\)")
                .doesNotContain("org.junit");
    }

    @Test
    void aTestThatPassesSaysNothing() throws Exception {
        assertThat(run("step08.Attempts$RightLetters")).isEqualTo(new Ended(0, ""));
    }
}
