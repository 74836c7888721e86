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
                .as("cost of parcel(1_500_000, 7, true, true, %d)", TIME)
                .isEqualTo(Cost.ofAll(24, 1));
    }

    @Test
    protected void itRemembersEverything() {
        for (int grams : new int[] {0, 1, 999, 2_000_000}) {
            for (int rest = 0; rest < 32; rest++) {
                boolean express = (rest & 8) != 0;
                boolean paid = (rest & 16) != 0;
                String asked = "parcel(%d, %d, %s, %s, %d).".formatted(grams, rest & 7, express, paid, TIME - rest);
                Exercise.Parcel parcel = exercise().parcel(grams, rest & 7, express, paid, TIME - rest);
                assertThat(parcel.grams()).as(asked + "grams()").isEqualTo(grams);
                assertThat(parcel.priority()).as(asked + "priority()").isEqualTo(rest & 7);
                assertThat(parcel.express()).as(asked + "express()").isEqualTo(express);
                assertThat(parcel.paid()).as(asked + "paid()").isEqualTo(paid);
                assertThat(parcel.sentAt()).as(asked + "sentAt()").isEqualTo(TIME - rest);
            }
        }
    }
}
