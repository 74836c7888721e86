package step19.solution;

import step19.Exercise;
import step19.ExerciseTest;

class SolutionTest extends ExerciseTest {

    @Override
    protected Exercise exercise() {
        return new Solution();
    }
}
