package step02;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import org.junit.jupiter.api.Test;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    private static final long TIME = 1_795_000_000_123L;

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void aParcelIsOneObjectOf24Bytes() {
        Exercise exercise = exercise();
        assertThat(Cost.of(() -> exercise.parcel(1_500_000, 7, true, true, TIME)))
                .isEqualTo(new Cost(24, 1));
    }

    @Test
    protected void itRemembersEverything() {
        for (int grams : new int[] {0, 1, 999, 2_000_000}) {
            for (int rest = 0; rest < 32; rest++) {
                boolean express = (rest & 8) != 0;
                boolean paid = (rest & 16) != 0;
                Exercise.Parcel parcel = exercise().parcel(grams, rest & 7, express, paid, TIME - rest);
                assertThat(parcel.grams()).isEqualTo(grams);
                assertThat(parcel.priority()).isEqualTo(rest & 7);
                assertThat(parcel.express()).isEqualTo(express);
                assertThat(parcel.paid()).isEqualTo(paid);
                assertThat(parcel.sentAt()).isEqualTo(TIME - rest);
            }
        }
    }
}
