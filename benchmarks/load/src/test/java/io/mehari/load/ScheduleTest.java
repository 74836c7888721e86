package io.mehari.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Producers keep one rate together, evenly, and without an error that adds up. */
class ScheduleTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void oneProducerSendsAtEqualDistances() {
        Schedule schedule = new Schedule(1000, 1, 1);
        assertThat(schedule.nanos(0, 0)).isZero();
        assertThat(schedule.nanos(0, 1)).isEqualTo(1_000_000);
        assertThat(schedule.nanos(0, 1500)).isEqualTo(SECOND * 3 / 2);
    }

    @Test
    void severalProducersShareTheRateEvenly() {
        Schedule schedule = new Schedule(3000, 3, 1);
        List<Long> times = new ArrayList<>();
        for (int producer = 0; producer < 3; producer++) {
            for (int place = 0; place < 1000; place++) {
                times.add(schedule.nanos(producer, place));
            }
        }
        Collections.sort(times);
        for (int i = 0; i < times.size(); i++) {
            assertThat(times.get(i)).isEqualTo(i * SECOND / 3000);
        }
    }

    @Test
    void aRateThatDividesNoSecondIsExactAfterAYear() {
        Schedule schedule = new Schedule(299_993, 7, 1);
        long year = 365 * 24 * 3600L;
        long place = year * 299_993 / 7;
        long number = place * 7 + 6;
        assertThat(schedule.nanos(6, place))
                .isEqualTo(number / 299_993 * SECOND + number % 299_993 * SECOND / 299_993)
                .isBetween(year * SECOND - SECOND, year * SECOND + SECOND);
        assertThat(schedule.nanos(6, place + 299_993) - schedule.nanos(6, place))
                .isEqualTo(7 * SECOND);
    }

    @Test
    void messagesOfOneListAreDueTogether() {
        Schedule schedule = new Schedule(100_000, 2, 1000);
        assertThat(schedule.nanos(0, 0)).isEqualTo(schedule.nanos(0, 999)).isZero();
        assertThat(schedule.nanos(1, 0)).isEqualTo(SECOND / 100);
        assertThat(schedule.nanos(0, 1000)).isEqualTo(SECOND / 50);
    }

    @Test
    void sharesComeToAllMessages() {
        Schedule schedule = new Schedule(1000, 3, 1);
        assertThat(schedule.share(0, 10, 1)).isEqualTo(4);
        assertThat(schedule.share(1, 10, 1)).isEqualTo(3);
        assertThat(schedule.share(2, 10, 1)).isEqualTo(3);
        assertThat(schedule.share(2, 1, 1)).isZero();
        assertThat(schedule.share(0, 250, 100)).isEqualTo(100);
        assertThat(new Schedule(1000, 2, 1000).share(1, 3000, 1000)).isEqualTo(1000);
    }

    @Test
    void noRateIsRefused() {
        assertThatThrownBy(() -> new Schedule(0, 1, 1)).hasMessageContaining("no schedule");
    }
}
