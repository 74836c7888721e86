package step16.solution;

import step16.Exercise;
import step16.ExerciseTest;

class SolutionTest extends ExerciseTest {

    @Override
    protected Exercise exercise() {
        return new Solution();
    }
}
