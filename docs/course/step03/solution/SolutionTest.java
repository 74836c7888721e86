package step03.solution;

import step03.Exercise;
import step03.ExerciseTest;

class SolutionTest extends ExerciseTest {

    @Override
    protected Exercise exercise() {
        return new Solution();
    }
}
