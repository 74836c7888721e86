package step14.solution;

import java.util.function.Consumer;
import step14.Exercise;
import step14.ExerciseTest;

class SolutionTest extends ExerciseTest {

    @Override
    protected Exercise exercise(Consumer<String> bell) {
        return new Solution(bell);
    }
}
