package io.mehari.subjects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SteadyStateTest {

    /** The number of the window after which a state is shown, for a time of each window; 60 if none. */
    private static int shownAfter(IntToDoubleFunction nanos) {
        SteadyState state = new SteadyState();
        int window = 0;
        while (!state.isShown() && window < 60) {
            long each = (long) (1_000_000 * nanos.applyAsDouble(window++));
            state.add(1_000_000, each, each);
        }
        return window;
    }

    @Test
    void equalWindowsAreSteadyAtOnce() {
        assertThat(shownAfter(window -> 100)).isEqualTo(SteadyState.WINDOWS);
    }

    @Test
    void aTimeThatFallsIsNotSteadyUntilItStops() {
        assertThat(shownAfter(window -> Math.max(50, 200 - 10 * window))).isBetween(16, 22);
    }

    @Test
    void noiseIsSteady() {
        Random random = new Random(1);
        assertThat(shownAfter(window -> 100 + random.nextGaussian())).isLessThan(12);
    }
}
