package io.mehari.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mehari.engine.Verdict.Finding;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdict is seldom wrong, finds what it claims to find, and says how much it could have found. */
class VerdictTest {
    private static final int SEEDS = 100;

    private static List<Double> samples(Random random, int count, double median, ToDoubleFunction<Random> noise) {
        return DoubleStream.generate(() -> median * Math.exp(noise.applyAsDouble(random)))
                .limit(count)
                .boxed()
                .toList();
    }

    /** How many of the seeds give a verdict, if the second subject has the ratio of the first. */
    private static long shown(int count, double ratio, ToDoubleFunction<Random> noise) {
        return IntStream.range(0, SEEDS)
                .filter(seed -> {
                    Random random = new Random(seed * 7919L); // neighbouring seeds would give similar numbers
                    List<Double> first = samples(random, count, 100, noise);
                    List<Double> second = samples(random, count, 100 * ratio, noise);
                    return Verdict.of(Better.LESS, first, second).finding() != Finding.NOT_SHOWN;
                })
                .count();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 8, 20})
    void aSubjectComparedWithItselfIsSeldomBetter(int count) {
        assertThat(shown(count, 1, random -> random.nextGaussian() * 0.05)).isLessThanOrEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 8, 20})
    void theSameHoldsForJvmsOfTwoKinds(int count) {
        assertThat(shown(count, 1, random -> random.nextInt(3) * 0.2 + random.nextGaussian() * 0.01))
                .isLessThanOrEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 10})
    void aPlantedDifferenceOfFivePerCentIsShown(int count) {
        assertThat(shown(count, 1.05, random -> random.nextGaussian() * 0.01)).isGreaterThanOrEqualTo(99);
    }

    @Test
    void itSaysWhatItCouldHaveShown() {
        List<Double> samples = List.of(98.0, 99.0, 100.0, 100.5, 101.0, 102.0);
        Verdict verdict = Verdict.of(Better.LESS, samples, samples);
        assertThat(verdict.finding()).isEqualTo(Finding.NOT_SHOWN);
        assertThat(verdict.smallestShown()).isBetween(0.01, 0.05);
        assertThat(verdict.say("a", "b"))
                .startsWith("not shown that a and b differ: a difference of ")
                .endsWith(" % or more would have been shown");
        double more = 1 + verdict.smallestShown() * 1.5;
        List<Double> slower = samples.stream().map(each -> each * more).toList();
        assertThat(Verdict.of(Better.LESS, samples, slower).finding()).isEqualTo(Finding.FIRST);
    }

    @Test
    void theSameSamplesGiveTheSameVerdict() {
        List<Double> first = List.of(100.0, 101.0, 102.0, 103.0, 104.0);
        List<Double> second = List.of(50.0, 51.0, 52.0, 52.5, 53.0);
        Verdict verdict = Verdict.of(Better.LESS, first, second);
        assertThat(verdict).isEqualTo(Verdict.of(Better.LESS, first, second));
        assertThat(verdict.finding()).isEqualTo(Finding.SECOND);
        assertThat(verdict.ratio()).isCloseTo(52 / 102.0, within(1e-9));
        assertThat(verdict.say("a", "b")).isEqualTo("b is better than a: 1.96x (1.9x to 2.06x)");
        assertThat(Verdict.of(Better.MORE, first, second).finding()).isEqualTo(Finding.FIRST);
    }

    @Test
    void fewJvmsShowNothing() {
        Verdict verdict = Verdict.of(Better.LESS, List.of(1.0, 1.0, 1.0, 1.0), List.of(2.0, 2.0, 2.0, 2.0));
        assertThat(verdict.finding()).isEqualTo(Finding.NOT_SHOWN);
        assertThat(verdict.ratio()).isEqualTo(2);
        assertThat(verdict.why()).isEqualTo("fewer than 5 JVMs of each that can be compared");
    }

    @Test
    void noBytesAreBetterThanSome() {
        List<Double> none = List.of(0.0, 0.0, 0.0, 0.0, 0.0);
        assertThat(Verdict.of(Better.LESS, none, List.of(8.0, 8.0, 8.0, 8.0, 8.0))
                        .finding())
                .isEqualTo(Finding.FIRST);
        assertThat(Verdict.of(Better.LESS, none, none).finding()).isEqualTo(Finding.NOT_SHOWN);
    }

    @Test
    void onlySamplesOfOneStateAreCompared() {
        List<Sample> near = in(Gauge.State.NEAR, 10);
        List<Sample> far = in(Gauge.State.FAR, 100);
        assertThat(Verdict.inOneState(Better.LESS, near, far).finding()).isEqualTo(Finding.NOT_SHOWN);
        List<Sample> mostlyFar = new java.util.ArrayList<>(far);
        mostlyFar.addAll(near.subList(0, 2));
        List<Sample> slower = in(Gauge.State.FAR, 150);
        assertThat(Verdict.inOneState(Better.LESS, mostlyFar, slower).ratio()).isEqualTo(1.5);
    }

    private static List<Sample> in(Gauge.State state, double value) {
        return IntStream.range(0, 6).mapToObj(i -> new Sample(value, state)).toList();
    }
}
