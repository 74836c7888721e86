package step12;

import static org.assertj.core.api.Assertions.assertThat;

import course.Casts;
import org.junit.jupiter.api.Test;

/** The same results, without a cast to an interface. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void theResultsAreUnchanged() {
        assertThat(exercise().weigh(3, 5)).isEqualTo(9);
        assertThat(exercise().heaviest(3, 5, 4)).isEqualTo(5);
    }

    @Test
    protected void noCastNamesAnInterface() {
        assertThat(Casts.in(exercise().getClass(), true)).isEmpty();
    }
}
