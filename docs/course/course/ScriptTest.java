package course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code course} in a copy of the project that has one step, with a program in the place of Maven. */
class ScriptTest {

    private static final Path ROOT = Pages.root().getParent().getParent();
    private static final String STEP = "docs/course/step07/";
    private static final String MINE = "docs/course/mine/MyExchange.java";
    private static final String END = "the script has ended";

    /** Fails, as a test does, until the exercise or the exchange contains a certain comment. */
    private static final String MAVEN = """
            #!/bin/sh
            mkdir -p docs/course/target/surefire-reports docs/course/target/figures
            case "$*" in
              *mine.MyExchangeTest*course.step=7*)
                touch docs/course/target/surefire-reports/TEST-mine.MyExchangeTest.xml
                echo 'a table' >docs/course/target/figures/mine.txt
                grep -q '// grown' docs/course/mine/MyExchange.java && exit
                printf 'java.lang.AssertionError: Step 5 asks: less.\\nIt has more.\\n\\tat a.Line\\n'
                exit 1 ;;
            esac
            touch docs/course/target/surefire-reports/TEST-step07.ExerciseTest.xml
            grep -q '// solved' docs/course/step07/Exercise.java && exit
            echo '[ERROR] it is not solved'
            exit 1
            """;

    @TempDir
    Path project;

    private Process running;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    @BeforeEach
    void copyOneStep() throws IOException {
        for (String file : List.of(
                "course",
                "docs/course/course/Course.java",
                MINE,
                STEP + "README.md",
                STEP + "Exercise.java",
                STEP + "hints.txt")) {
            Path copy = project.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(ROOT.resolve(file), copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        Path maven = Files.createDirectories(project.resolve("bin")).resolve("mvn");
        Files.writeString(maven, MAVEN);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(project.resolve("tmp"));
    }

    @AfterEach
    void endTheScript() {
        if (running != null) {
            running.destroyForcibly();
        }
    }

    private void course(String... arguments) throws IOException {
        ProcessBuilder script = new ProcessBuilder("bash", "course").directory(project.toFile());
        script.command().addAll(List.of(arguments));
        script.environment().merge("PATH", project.resolve("bin") + ":", (path, bin) -> bin + path);
        script.environment().put("TMPDIR", project.resolve("tmp").toString());
        running = script.redirectErrorStream(true).start();
        BufferedReader out = running.inputReader();
        Thread reader = new Thread(() -> {
            out.lines().forEach(said::add);
            said.add(END);
        });
        reader.setDaemon(true);
        reader.start();
    }

    /** What the script prints, up to and with the first line that contains this text. */
    private String saidUpTo(String text) throws InterruptedException {
        StringBuilder all = new StringBuilder();
        while (true) {
            String line = said.poll(20, TimeUnit.SECONDS);
            all.append(line).append('\n');
            if (line == null || (line.equals(END) && !text.equals(END))) {
                return fail("no line with \"" + text + "\" in\n" + all);
            }
            if (line.contains(text)) {
                return all.toString();
            }
        }
    }

    private void save(String exercise) throws IOException {
        Files.writeString(project.resolve(STEP + "Exercise.java"), exercise);
    }

    @Test
    void eachCallGivesOneMoreHint() throws Exception {
        for (int call = 1; call <= 4; call++) {
            course("07", "--hint");
            String hints = saidUpTo(END);
            assertThat(hints).contains("Hint 1 of 3\n", "Hint " + Math.min(call, 3) + " of 3\n");
            assertThat(hints.contains("Hint 2 of 3")).isEqualTo(call > 1);
            assertThat(hints.contains("Hint 3 of 3")).isEqualTo(call > 2);
            assertThat(hints.contains("./course 07 --hint")).isEqualTo(call < 3);
            assertThat(hints.contains("solution/Solution.java")).isEqualTo(call > 2);
        }
    }

    @Test
    void aFailedExerciseSaysWhereHintsAre() throws Exception {
        course("07", "--exercise");
        assertThat(saidUpTo(END)).contains("it is not solved", "For a hint: ./course 07 --hint");
        assertThat(running.waitFor()).isEqualTo(1);
    }

    @Test
    void yourExchangeIsToldWhatIsAskedNext() throws Exception {
        course("mine", "7");
        assertThat(saidUpTo(END))
                .contains("Step 5 asks: less.\nIt has more.\n\na table\n", MINE, "docs/course/step05/README.md")
                .doesNotContain("a.Line", "AssertionError");
        assertThat(running.waitFor()).isEqualTo(1);

        Files.writeString(project.resolve(MINE), "// grown");
        course("mine");
        assertThat(saidUpTo(END)).contains("a table\n", "up to step 7");
        assertThat(running.waitFor()).isZero();
    }

    @Test
    void aSaveRunsTheTestAgain() throws Exception {
        Path exercise = project.resolve(STEP + "Exercise.java");
        Files.setLastModifiedTime(exercise, FileTime.fromMillis(0));
        course("07", "--watch");
        assertThat(saidUpTo("Waiting until")).contains("it is not solved", "does not pass yet");

        save("// solved");
        assertThat(saidUpTo("Waiting until")).contains("The exercise of step 07 passes.");

        save("// not any more");
        assertThat(saidUpTo("Waiting until")).contains("it is not solved");

        running.toHandle().destroy(); // Process.destroy would also close its output
        assertThat(saidUpTo(END)).doesNotContain("not solved");
        assertThat(running.waitFor()).isZero();
        assertThat(project.resolve("tmp")).isEmptyDirectory();
    }
}
