package course;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exchange after each step passes what readers' own exchanges have to pass, and the one before it does not. */
class RungsTest {

    private static final Checks.Exercises SOLVED =
            new Checks.Exercises(step13.solution.Solution::new, step14.solution.Solution::new);

    static IntStream steps() {
        return IntStream.rangeClosed(1, Pages.steps().size());
    }

    static IntStream changes() {
        return steps().filter(step -> step > 1 && Ladder.rung("step%02d".formatted(step)) != null);
    }

    private static <E> Checks<E> checks(Stage<E> stage, Checks.Exercises exercises) {
        return new Checks<>(stage, exercises);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void anExchangeDoesWhatItsStepsAsk(int step) {
        checks(Ladder.after(step), SOLVED).run(step);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void theExchangeBeforeDoesNot(int step) {
        Checks<?> checks = checks(Ladder.after(step - 1), SOLVED);
        assertThatThrownBy(() -> checks.run(step)).hasMessageStartingWith("Step " + step + " asks");
    }

    /** Tagged {@code slow} because readers solve the exercises in their clones. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {13, 14})
    void itPassesOnlyThroughSolvedExercises(int step) {
        Checks<?> checks = checks(Ladder.after(step), new Checks.Exercises(step13.Exercise::new, step14.Exercise::new));
        assertThatThrownBy(() -> checks.run(step)).hasMessageStartingWith("Step " + step + " asks");
    }
}
