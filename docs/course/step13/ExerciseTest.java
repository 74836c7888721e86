package step13;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The ring still works when an int would overflow. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise(int before) {
        return new Exercise(before);
    }

    private static void goesRound(Exercise ring) {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5; i++) {
                assertThat(ring.offer(10 * round + i)).isTrue();
            }
            assertThat(ring.offer("too many")).isFalse();
            for (int i = 0; i < 5; i++) {
                assertThat(ring.poll()).isEqualTo(10 * round + i);
            }
            assertThat(ring.poll()).isNull();
        }
    }

    @Test
    protected void aNewRingWrapsAround() {
        goesRound(exercise(0));
    }

    @Test
    protected void aRingWrapsAroundAtTheLargestInt() {
        for (int before = Integer.MAX_VALUE; before > Integer.MAX_VALUE - 12; before--) {
            goesRound(exercise(before));
        }
    }
}
