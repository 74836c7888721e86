package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is counted by threads that share stripes and by those that have a lane. */
final class TrafficTest {
    private final Traffic traffic = new Traffic();

    @Test
    void whatALaneCountsIsPartOfTheSums() {
        Traffic.Lane lane = traffic.openLane();
        lane.enter();
        lane.enter();
        lane.enter();
        traffic.enter();
        lane.leave(false);
        lane.leave(true);
        assertThat(traffic.underWay()).isEqualTo(2);
        assertThat(traffic.completed()).isEqualTo(1);
        assertThat(traffic.failed()).isEqualTo(1);
    }

    @Test
    void aMessageMayComeByALaneAndEndElsewhere() {
        traffic.openLane().enter();
        traffic.leave(false);
        assertThat(traffic.underWay()).isZero();
        assertThat(traffic.completed()).isEqualTo(1);
    }

    @Test
    void aClosedLaneIsUsedAgainAndItsCountsStay() {
        Traffic.Lane first = traffic.openLane();
        Traffic.Lane second = traffic.openLane();
        first.enter();
        first.leave(false);
        first.close();
        assertThat(traffic.openLane()).isSameAs(first).isNotSameAs(second);
        assertThat(traffic.completed()).isEqualTo(1);
    }

    @Test
    void r6_whatIsRefusedHasLeftTooSoTheCountOnlyGrows() {
        Traffic.Lane lane = traffic.openLane();
        lane.enter();
        lane.leave(true);
        traffic.closeToOutside();
        assertThat(traffic.enterFromOutside()).isFalse();
        assertThat(traffic.ended()).isEqualTo(2);
        assertThat(traffic.completed() + traffic.failed()).isEqualTo(1);
    }

    @Test
    void r6_whoWaitsHearsOfTheLastOneThatLeavesByALane() throws Exception {
        Traffic.Lane lane = traffic.openLane();
        lane.enter();
        traffic.closeToOutside();
        CountDownLatch waits = new CountDownLatch(1);
        FutureTask<Boolean> empty = new FutureTask<>(() -> {
            waits.countDown();
            return traffic.awaitEmpty(System.nanoTime() + TimeUnit.SECONDS.toNanos(20));
        });
        new Thread(empty).start();
        waits.await();
        lane.leave(false);
        assertThat(empty.get()).isTrue();
    }
}
