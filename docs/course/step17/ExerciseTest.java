package step17;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/** Names are shared, but not all that somebody sends. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void theSameNameHasTheSameNumber() {
        Exercise exercise = exercise();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < Exercise.MOST; i++) {
                assertThat(exercise.number("X-" + i))
                        .as("number(X-%d), time %d", i, round + 1)
                        .isEqualTo(i);
            }
        }
    }

    @Test
    protected void moreNamesAreNotKept() {
        Exercise exercise = exercise();
        for (int i = 0; i < Exercise.MOST; i++) {
            exercise.number("X-" + i);
        }
        long full = size(exercise);
        for (int i = 0; i < 20_000; i++) {
            assertThat(exercise.number("attack-" + i))
                    .as("number(attack-%d) after %d other names", i, Exercise.MOST)
                    .isEqualTo(-1);
        }
        assertThat(exercise.number("X-7")).as("number(X-7) after the attack").isEqualTo(7);
        assertThat(size(exercise))
                .as("bytes that are kept after 20,000 more names")
                .isEqualTo(full);
    }

    @Test
    protected void aLongNameIsNotKept() {
        Exercise exercise = exercise();
        assertThat(exercise.number("n".repeat(Exercise.LONGEST + 1)))
                .as("number of 65 characters")
                .isEqualTo(-1);
        assertThat(exercise.number("n".repeat(Exercise.LONGEST)))
                .as("number of 64 characters")
                .isEqualTo(0);
    }

    private static long size(Exercise exercise) {
        return GraphLayout.parseInstance(exercise).totalCount();
    }
}
