package io.mehari.scenarios.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The chart shows all arrivals and events. */
class TimelineTest {
    @Test
    void theChartHasARowForEachSecondAndItsEvents() {
        Timeline timeline = new Timeline();
        timeline.sample(0, 0);
        timeline.sample(1, 100);
        timeline.sample(2, 100);
        timeline.sample(3, 400);
        timeline.event(1.5, "Kafka is killed");
        timeline.event(1.9, "Kafka is up again");
        assertThat(timeline.chart().lines().map(String::strip))
                .containsExactly(
                        "s  messages/s",
                        "0       100  #############",
                        "1         0" + " ".repeat(44) + "Kafka is killed; Kafka is up again",
                        "2       300  ########################################");
        assertThat(timeline.longestPause()).isEqualTo(1);
    }

    @Test
    void aLongRunHasAtMostThirtyRows() {
        Timeline timeline = new Timeline();
        for (int i = 0; i <= 400; i++) {
            timeline.sample(i / 4.0, i * 10L);
        }
        String chart = timeline.chart();
        assertThat(chart.lines().count()).isLessThanOrEqualTo(31);
        assertThat(chart.lines().skip(1).limit(20)).allMatch(row -> row.contains("      40  "));
    }
}
