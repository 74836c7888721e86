package step13.solution;

import step13.Exercise;
import step13.ExerciseTest;

class SolutionTest extends ExerciseTest {

    @Override
    protected Exercise exercise(int before) {
        return new Solution(before);
    }
}
