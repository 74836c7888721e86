package io.mehari.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A warm-up is over when throughput and bytes stay the same, but not before. */
class SteadyStateTest {
    private static final int MANY = 60;

    /** After how many windows a steady state is shown; {@link #MANY} if it is not. */
    private static int shownAfter(IntToDoubleFunction rate, IntToDoubleFunction cpu, IntToDoubleFunction bytes) {
        SteadyState state = new SteadyState();
        for (int window = 0; window < MANY; window++) {
            double messages = rate.applyAsDouble(window) / 2;
            state.add(messages, 5e8, cpu.applyAsDouble(window) * messages, bytes.applyAsDouble(window) * messages);
            if (state.isShown()) {
                return window + 1;
            }
        }
        return MANY;
    }

    private static int shownAfter(IntToDoubleFunction rate) {
        return shownAfter(rate, window -> 50, window -> 80);
    }

    @Test
    void whatDoesNotChangeIsSteadyAsSoonAsThereAreEnoughWindows() {
        assertThat(shownAfter(window -> 1e6)).isEqualTo(SteadyState.WINDOWS);
    }

    @Test
    void throughputThatRisesByOnePercentAWindowIsNotSteady() {
        assertThat(shownAfter(window -> 1e6 * Math.pow(1.01, window))).isEqualTo(MANY);
    }

    @Test
    void throughputThatRisesToALevelIsSteadyOnceItIsThere() {
        // compiled method by method: each window covers half of the distance to the final level
        assertThat(shownAfter(window -> 1e6 * (1 - Math.pow(0.5, window + 1)))).isBetween(8, 13);
        // one important method, compiled after 20 windows; throughput is constant before, but for too short a time
        assertThat(shownAfter(window -> window < 20 ? 1e5 * (1 + window) : 5e6)).isBetween(23, 27);
    }

    @Test
    void aFallIsNotTakenForASteadyState() {
        assertThat(shownAfter(window -> window < 3 ? 1e6 : window < 6 ? 2e5 : 1e6))
                .isGreaterThan(SteadyState.WINDOWS + 2);
    }

    @Test
    void noiseAloneDoesNotKeepItFromBeingShown() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            assertThat(shownAfter(window -> 1e6 * (0.8 + 0.4 * random.nextDouble())))
                    .as("seed %s", seed)
                    .isLessThan(MANY / 2);
        }
    }

    @Test
    void aRiseIsSeenThroughNoise() {
        int early = 0;
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            // from a fifth to the full rate in 15 windows, each with noise of up to a tenth
            if (shownAfter(window -> Math.min(1, 0.2 + window * 0.8 / 15) * (0.9 + 0.2 * random.nextDouble())) < 13) {
                early++;
            }
        }
        assertThat(early).isLessThan(40);
    }

    @Test
    void oneWindowWithAPauseDoesNotCount() {
        assertThat(shownAfter(window -> window == 4 ? 1e5 : 1e6)).isEqualTo(SteadyState.WINDOWS);
    }

    @Test
    void bytesThatStillFallAreNotSteady() {
        assertThat(shownAfter(window -> 1e6, window -> 50, window -> window < 10 ? 200 - 10 * window : 96))
                .isGreaterThan(11);
        assertThat(shownAfter(window -> 1e6, window -> 50, window -> 0.1 * (window % 3)))
                .isEqualTo(SteadyState.WINDOWS);
    }

    @Test
    void aMessageThatStillNeedsLessOfTheProcessorIsNotSteady() {
        // other processes use the processor time that compiled code no longer needs
        assertThat(shownAfter(window -> 1e6, window -> Math.max(100, 1000 - 45 * window), window -> 80))
                .isGreaterThan(20);
    }

    @Test
    void whereWindowsDifferTooMuchNothingIsShown() {
        // like a machine with other users: from a tenth to all of its time
        assertThat(shownAfter(window -> 1e6 * new double[] {0.1, 0.5, 0.2, 0.9, 1, 0.6, 0.8, 0.3}[window % 8]))
                .isEqualTo(MANY);
    }

    @Test
    void aSubjectThatDoesNothingIsNotSteady() {
        assertThat(shownAfter(window -> 0)).isEqualTo(MANY);
    }
}
