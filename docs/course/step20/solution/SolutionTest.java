package step20.solution;

import step20.Exercise;
import step20.ExerciseTest;

class SolutionTest extends ExerciseTest {

    @Override
    protected Exercise exercise() {
        return new Solution();
    }
}
