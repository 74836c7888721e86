package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BootstrapTest {

    private static List<Double> samples(double mean, long seed) {
        Random random = new Random(seed);
        List<Double> samples = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            samples.add(mean * (1 + 0.1 * random.nextGaussian()));
        }
        return samples;
    }

    @Test
    void theIntervalOfSamplesOfOneKindHoldsOneInMostCases() {
        int held = 0;
        for (int seed = 0; seed < 60; seed++) {
            Bootstrap.Ratio ratio = Bootstrap.ofMedians(samples(100, seed), samples(100, 1000 + seed), 1);
            if (ratio.interval().low() <= 1 && ratio.interval().high() >= 1) {
                held++;
            }
        }
        assertThat(held).as("of 60 intervals of 95 %").isGreaterThanOrEqualTo(53);
    }

    @Test
    void theIntervalHoldsTheRatioAndNotOneWhereTheDifferenceIsLarge() {
        Bootstrap.Ratio ratio = Bootstrap.ofMedians(samples(200, 1), samples(100, 2), 1);
        assertThat(ratio.interval().low()).isBetween(1.5, 2.0);
        assertThat(ratio.interval().high()).isBetween(2.0, 2.6);
        assertThat(ratio.value())
                .isBetween(ratio.interval().low(), ratio.interval().high());
    }

    @Test
    void theSameSamplesGiveTheSameInterval() {
        assertThat(Bootstrap.ofMedians(samples(2, 1), samples(1, 2), 1))
                .isEqualTo(Bootstrap.ofMedians(samples(2, 1), samples(1, 2), 1));
    }
}
