package step02.solution;

import step02.Exercise;
import step02.ExerciseTest;

class SolutionTest extends ExerciseTest {

    @Override
    protected Exercise exercise() {
        return new Solution();
    }
}
