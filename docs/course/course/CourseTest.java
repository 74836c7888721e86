package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every step has all its files and sections, and its page shows the code that is tested. */
class CourseTest {

    private static final List<String> FILES = List.of(
            "README.md",
            "StepTest.java",
            "Timing.java",
            "Exercise.java",
            "ExerciseTest.java",
            "Attempts.java",
            "hints.txt",
            "solution/Solution.java",
            "solution/SolutionTest.java");
    private static final List<String> HEADINGS = List.of(
            "\n## Goals\n\nAfter this step you can\n\n- ",
            "\n## Prerequisites\n",
            "\n## Predict\n",
            "\n## Before and after\n",
            "\n## What the tests assert\n",
            "\n## Run it\n",
            "\n## What surprised\n",
            "\n## Exercise\n",
            "\n## Your exchange\n");

    static Stream<Path> steps() {
        return Pages.steps().stream();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aStepHasAllItsParts(Path step) {
        assertThat(FILES).allSatisfy(file -> assertThat(step.resolve(file)).isRegularFile());
        String page = Pages.read(step.resolve("README.md"));
        String number = step.getFileName().toString().substring("step".length());
        assertThat(page).startsWith("# " + number + " ").contains("./course " + number);
        assertThat(page).containsSubsequence(HEADINGS);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aPageShowsTheCodeThatRuns(Path step) {
        Pages.checkRegions(step.resolve("README.md"));
    }

    /** Where a page divides the exercise into parts, each part is a test, in the order of the file. */
    @ParameterizedTest
    @MethodSource("steps")
    void thePartsOfAnExerciseAreItsTests(Path step) {
        String page = Pages.read(step.resolve("README.md"));
        List<String> parts = names("(?m)^\\d\\. `(\\w+)`: ", page.substring(page.indexOf("## Exercise")));
        List<String> tests = names("@Test\\s+protected void (\\w+)\\(", Pages.read(step.resolve("ExerciseTest.java")));
        if (!parts.isEmpty()) {
            assertThat(parts).isEqualTo(tests);
        }
    }

    private static List<String> names(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void theListOfStepsNamesThisOne(Path step) throws Exception {
        String title =
                Files.readString(step.resolve("README.md")).lines().findFirst().orElseThrow();
        String link = "[" + title.substring("# ".length()) + "](" + step.getFileName() + "/README.md)";
        assertThat(Pages.read(Pages.root().resolve("README.md"))).contains(link);
    }
}
