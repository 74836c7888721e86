package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each exercise has three hints, none of which gives the code of the solution away. */
class HintsTest {

    /** A shorter line, such as {@code return true;}, could be in any text. */
    private static final int OF_THE_SOLUTION = 25;

    static Stream<Path> steps() {
        return Pages.steps().stream();
    }

    private static List<String> hints(Path step) {
        return List.of(Pages.read(step.resolve("hints.txt")).strip().split("\n\n"));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void anExerciseHasThreeHints(Path step) {
        assertThat(hints(step)).hasSize(3).doesNotHaveDuplicates().allSatisfy(hint -> {
            assertThat(hint.split("\\s+")).hasSizeBetween(10, 100);
            assertThat(hint.lines()).allMatch(line -> !line.isBlank() && line.length() <= 120);
        });
    }

    @ParameterizedTest
    @MethodSource("steps")
    void noHintHasALineOfTheSolution(Path step) {
        List<String> lines = Pages.read(step.resolve("solution/Solution.java"))
                .lines()
                .map(String::strip)
                .filter(line -> line.matches(".*[;{]") && line.length() >= OF_THE_SOLUTION)
                .toList();
        assertThat(lines).isNotEmpty();
        for (String hint : hints(step)) {
            assertThat(hint.replaceAll("\\s+", " ")).doesNotContain(lines);
        }
    }
}
