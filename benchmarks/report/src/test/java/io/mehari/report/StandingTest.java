package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Mehari is compared with another subject by samples taken in turn, or else by their ranges. A loss is reported as a
 * loss.
 */
class StandingTest {
    private static final Row OURS = row("mehari", List.of(100.0, 102.0, 98.0));

    @Test
    void aheadLostAndNeither() {
        assertThat(against(row("peer", List.of(50.0, 51.0, 49.0)))).isEqualTo("▲ ahead 2x");
        assertThat(against(row("peer", List.of(200.0, 204.0, 196.0)))).isEqualTo("▼ lost 2x");
        assertThat(against(row("peer", List.of(99.0, 104.0, 97.0)))).isEqualTo("≈ no difference shown");
    }

    @Test
    void samplesThatCannotBePairedAreComparedByTheirRanges() {
        assertThat(against(row("peer", List.of(50.0, 51.0, 50.0, 51.0)))).isEqualTo("▲ ahead 1.98x");
        assertThat(against(row("peer", List.of(80.0, 110.0, 90.0, 90.0)))).isEqualTo("≈ no difference shown");
    }

    @Test
    void oneOrTwoSamplesAreARatioAndNoVerdict() {
        assertThat(against(row("peer", List.of(50.0, 51.0)))).isEqualTo("1.98x, 2 samples");
        assertThat(against(row("peer", List.of(200.0)))).isEqualTo("0.5x, one sample");
    }

    @Test
    void withLessBeingBetterTheSmallerIsAhead() {
        Row ours = Row.of("g", "mehari", "25", "B", Better.LESS, List.of(80.0));
        Row theirs = Row.of("g", "peer", "25", "B", Better.LESS, List.of(968.0));
        Row pooled = Row.of("g", "peer-pooled", "25", "B", Better.LESS, List.of(0.0));
        List<Row> all = List.of(ours, theirs, pooled);

        assertThat(Standing.of(theirs, all).say()).isEqualTo("12.1x, one sample");
        assertThat(Standing.of(pooled, all).say()).isEqualTo("one sample");
        assertThat(Standing.of(ours, all).say()).isEmpty();
    }

    @Test
    void onlyTheSameScenarioJdkAndMetricAreCompared() {
        Row elsewhere = Row.of("h", "peer", "25", "messages/s", Better.MORE, List.of(1.0, 2.0));
        Row older = Row.of("g", "peer", "17", "messages/s", Better.MORE, List.of(1.0, 2.0));

        assertThat(Standing.of(elsewhere, List.of(OURS, elsewhere)).finding()).isEqualTo(Standing.Finding.ALONE);
        assertThat(Standing.of(older, List.of(OURS, older)).finding()).isEqualTo(Standing.Finding.ALONE);
    }

    private static String against(Row other) {
        return Standing.of(other, List.of(OURS, other)).say();
    }

    private static Row row(String subject, List<Double> samples) {
        return Row.of("g", subject, "25", "messages/s", Better.MORE, samples);
    }
}
