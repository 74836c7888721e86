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
                .as("cost of listeners() and one add")
                .isEqualTo(Cost.ofAll(16, 1));
    }

    private static void addTo(Exercise.Listeners listeners, List<String> told, String name) {
        listeners.add(() -> told.add(name));
    }

    @Test
    protected void allAreToldInTheirOrderAndEachTime() {
        for (int count : new int[] {0, 1, 2, 3, 4, 5, 8, 9, 20, 1000}) {
            List<String> told = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            Exercise.Listeners listeners = exercise().listeners();
            for (int i = 0; i < count; i++) {
                addTo(listeners, told, "listener " + i);
                expected.add("listener " + i);
            }
            for (int time = 1; time <= 2; time++) {
                told.clear();
                listeners.tellAll();
                assertThat(told)
                        .as("told by tellAll, call %d, with %d listeners", time, count)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    protected void oneIsAddedAfterTheOthersWereTold() {
        for (int count = 0; count < 5; count++) {
            List<String> told = new ArrayList<>();
            Exercise.Listeners listeners = exercise().listeners();
            for (int i = 0; i < count; i++) {
                addTo(listeners, told, "early");
            }
            listeners.tellAll();
            addTo(listeners, told, "late");
            listeners.tellAll();
            assertThat(told)
                    .as("told by tellAll, add and tellAll, with %d listeners before", count)
                    .hasSize(2 * count + 1)
                    .endsWith("late");
        }
    }

    @Test
    protected void twoMessagesHaveListenersOfTheirOwn() {
        Exercise exercise = exercise();
        List<String> told = new ArrayList<>();
        Exercise.Listeners one = exercise.listeners();
        Exercise.Listeners other = exercise.listeners();
        addTo(one, told, "of the one");
        addTo(other, told, "of the other");
        one.tellAll();
        assertThat(told).as("told by the one of two").containsExactly("of the one");
    }
}
