package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures checked against textbook values; a verdict is given only where samples show one. */
class StatisticsTest {

    @Test
    void medianIsTheMiddle() {
        assertThat(Statistics.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Statistics.median(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
        assertThatThrownBy(() -> Statistics.median(List.of())).hasMessageContaining("no samples");
    }

    /** 1..5: mean 3, standard deviation 1.5811, t(4) 2.776: 3 ± 1.963. */
    @Test
    void intervalIsStudentsT() {
        Interval interval = Statistics.interval(List.of(1.0, 2.0, 3.0, 4.0, 5.0));

        assertThat(interval.low()).isCloseTo(1.0369, within(1e-3));
        assertThat(interval.high()).isCloseTo(4.9631, within(1e-3));
    }

    @Test
    void aRangeIsFromTheLeastToTheGreatest() {
        assertThat(Statistics.range(List.of(3.0, 1.0, 2.0))).isEqualTo(new Interval(1, 3));
        assertThat(Statistics.range(List.of(7.0))).isEqualTo(new Interval(7, 7));
        assertThat(new Interval(95, 110).around(100)).isEqualTo("-5.0..+10.0 %");
    }

    /** Student's interval of three samples may reach below zero. */
    @Test
    void threeSamplesHaveARangeAndNoInterval() {
        Row row = Row.of("g", "s", "25", "messages/s", Better.MORE, List.of(10.0, 200.0, 210.0));

        assertThat(row.value()).isEqualTo(200);
        assertThat(row.low()).isEqualTo(10);
        assertThat(row.high()).isEqualTo(210);
        assertThat(Verdict.of(Better.MORE, List.of(200.0, 210.0, 190.0), List.of(100.0, 104.0, 98.0))
                        .interval()
                        .high())
                .isLessThan(2.05);
    }

    @Test
    void tBeyondTheTableIsThatOfTheBooks() {
        assertThat(Statistics.t(1)).isEqualTo(12.706);
        assertThat(Statistics.t(30)).isEqualTo(2.042);
        assertThat(Statistics.t(31)).isCloseTo(2.0395, within(2e-4));
        assertThat(Statistics.t(40)).isCloseTo(2.0211, within(2e-4));
        assertThat(Statistics.t(120)).isCloseTo(1.9799, within(2e-4));
        assertThat(Statistics.t(100_000)).isCloseTo(1.9600, within(2e-4));
    }

    /** In many experiments, 95 % of the intervals contain the true mean. */
    @Test
    void intervalHoldsTheTruthNineteenTimesOfTwenty() {
        SplittableRandom random = new SplittableRandom(7);
        int held = 0;
        for (int i = 0; i < 4000; i++) {
            if (Statistics.interval(normal(random, 5, 100, 10)).contains(100)) {
                held++;
            }
        }
        assertThat(held / 4000.0).isBetween(0.935, 0.965);
    }

    @Test
    void aClearDifferenceIsToldWithItsRatio() {
        List<Double> fast = List.of(200.0, 210.0, 190.0, 205.0);
        List<Double> slow = List.of(100.0, 105.0, 95.0, 102.0);

        Verdict more = Verdict.of(Better.MORE, fast, slow);
        Verdict less = Verdict.of(Better.LESS, fast, slow);

        assertThat(more.finding()).isEqualTo(Verdict.Finding.FIRST);
        assertThat(more.ratio()).isCloseTo(2, within(0.01));
        assertThat(more.say("a", "b")).isEqualTo("a is ahead of b by 2x (4 pairs: 2x..2.01x)");
        assertThat(less.finding()).isEqualTo(Verdict.Finding.SECOND);
        assertThat(less.say("a", "b")).isEqualTo("b is ahead of a by 2x (4 pairs: 2x..2.01x)");
    }

    /** The machine becomes three times slower during the test; each pair still differs by a tenth. */
    @Test
    void aDriftOfBothCancelsOut() {
        List<Double> first = List.of(330.0, 222.0, 165.0, 109.0);
        List<Double> second = List.of(300.0, 200.0, 150.0, 100.0);

        assertThat(Verdict.of(Better.MORE, first, second).finding()).isEqualTo(Verdict.Finding.FIRST);
    }

    @Test
    void noiseShowsNoDifference() {
        Verdict verdict =
                Verdict.of(Better.MORE, List.of(100.0, 120.0, 90.0, 110.0), List.of(105.0, 95.0, 115.0, 100.0));

        assertThat(verdict.finding()).isEqualTo(Verdict.Finding.NO_DIFFERENCE_SHOWN);
        assertThat(verdict.say("a", "b")).startsWith("no difference shown between a and b (4 pairs: 0.");
    }

    /** A against A: in one of twenty cases, a difference is reported although there is none. */
    @Test
    void oneAgainstItselfIsRarelyToldToDiffer() {
        SplittableRandom random = new SplittableRandom(11);
        int told = 0;
        for (int i = 0; i < 4000; i++) {
            Verdict verdict = Verdict.of(Better.LESS, normal(random, 6, 100, 5), normal(random, 6, 100, 5));
            if (verdict.finding() != Verdict.Finding.NO_DIFFERENCE_SHOWN) {
                told++;
            }
        }
        assertThat(told / 4000.0).isBetween(0.035, 0.065);
    }

    /** Also with three or four pairs, although no confidence is claimed then. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void aFewOfOneAgainstItselfAreRarelyToldToDiffer(int pairs) {
        SplittableRandom random = new SplittableRandom(13);
        int told = 0;
        for (int i = 0; i < 4000; i++) {
            Verdict verdict = Verdict.of(Better.LESS, normal(random, pairs, 100, 5), normal(random, pairs, 100, 5));
            told += verdict.finding() == Verdict.Finding.NO_DIFFERENCE_SHOWN ? 0 : 1;
        }
        assertThat(told / 4000.0).isLessThan(0.055);
    }

    @Test
    void nothingAgainstSomethingHasNoRatio() {
        Verdict verdict = Verdict.of(Better.LESS, List.of(0.0, 0.0, 0.0), List.of(968.0, 968.0, 968.0));

        assertThat(verdict.finding()).isEqualTo(Verdict.Finding.FIRST);
        assertThat(verdict.ratio()).isNaN();
        assertThat(verdict.say("pooled", "camel")).isEqualTo("pooled is ahead of camel");
    }

    @Test
    void theSameIsNoDifference() {
        List<Double> same = List.of(80.0, 80.0, 80.0);

        assertThat(Verdict.of(Better.LESS, same, same).finding()).isEqualTo(Verdict.Finding.NO_DIFFERENCE_SHOWN);
        assertThat(Verdict.of(Better.LESS, List.of(0.0, 0.0, 0.0), List.of(0.0, 0.0, 0.0))
                        .finding())
                .isEqualTo(Verdict.Finding.NO_DIFFERENCE_SHOWN);
    }

    @Test
    void tooLittleIsSaidToBeTooLittle() {
        Verdict verdict = Verdict.of(Better.MORE, List.of(100.0, 100.0), List.of(1.0, 1.0));

        assertThat(verdict.finding()).isEqualTo(Verdict.Finding.TOO_FEW_SAMPLES);
        assertThat(verdict.say("a", "b")).isEqualTo("too few samples to compare a and b");
        assertThatThrownBy(() -> Verdict.of(Better.MORE, List.of(1.0, 2.0), List.of(1.0)))
                .hasMessageContaining("here are 2 and 1");
    }

    private static List<Double> normal(SplittableRandom random, int n, double mean, double deviation) {
        List<Double> samples = new ArrayList<>(Collections.nCopies(n, 0.0));
        samples.replaceAll(none -> mean + deviation * random.nextGaussian());
        return samples;
    }
}
