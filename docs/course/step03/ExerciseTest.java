package step03;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    private static void nothing() {}

    @Test
    protected void oneListenerNeedsNoList() {
        Exercise exercise = exercise();
        assertThat(Cost.of(() -> {
                    Exercise.Listeners listeners = exercise.listeners();
                    listeners.add(ExerciseTest::nothing);
                    return listeners;
                }))
                .isEqualTo(new Cost(16, 1));
    }

    @Test
    protected void allAreToldInTheirOrder() {
        for (int count = 0; count < 20; count++) {
            List<Integer> told = new ArrayList<>();
            List<Integer> expected = new ArrayList<>();
            Exercise.Listeners listeners = exercise().listeners();
            for (int i = 0; i < count; i++) {
                int number = i;
                listeners.add(() -> told.add(number));
                expected.add(number);
            }
            listeners.tellAll();
            assertThat(told).isEqualTo(expected);
        }
    }
}
