package step12;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same weights, without a cast that names an interface. */
public class ExerciseTest {

    /** The solution's test has another one. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void weighsWhatItWeighed() {
        assertThat(exercise().weigh(3, 5)).isEqualTo(9);
        assertThat(exercise().heaviest(3, 5, 4)).isEqualTo(5);
    }

    @Test
    protected void noCastNamesAnInterface() {
        assertThat(Casts.in(exercise().getClass(), true)).isEmpty();
    }
}
