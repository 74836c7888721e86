package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is counted by threads that share stripes and by those that have a lane. */
final class InflightCounterTest {
    private final InflightCounter inflight = new InflightCounter();

    @Test
    void whatALaneCountsIsPartOfTheSums() {
        InflightCounter.Lane lane = inflight.openLane();
        lane.enter();
        lane.enter();
        lane.enter();
        inflight.enter();
        lane.leave(false);
        lane.leave(true);
        assertThat(inflight.current()).isEqualTo(2);
        assertThat(inflight.completed()).isEqualTo(1);
        assertThat(inflight.failed()).isEqualTo(1);
    }

    @Test
    void aMessageMayComeByALaneAndEndElsewhere() {
        inflight.openLane().enter();
        inflight.leave(false);
        assertThat(inflight.current()).isZero();
        assertThat(inflight.completed()).isEqualTo(1);
    }

    @Test
    void aClosedLaneIsUsedAgainAndItsCountsStay() {
        InflightCounter.Lane first = inflight.openLane();
        InflightCounter.Lane second = inflight.openLane();
        first.enter();
        first.leave(false);
        first.close();
        assertThat(inflight.openLane()).isSameAs(first).isNotSameAs(second);
        assertThat(inflight.completed()).isEqualTo(1);
    }

    @Test
    void r6_aRefusedMessageCountsAsEnded() {
        InflightCounter.Lane lane = inflight.openLane();
        lane.enter();
        lane.leave(true);
        inflight.closeToOutside();
        assertThat(inflight.enterFromOutside()).isFalse();
        assertThat(inflight.ended()).isEqualTo(2);
        assertThat(inflight.completed() + inflight.failed()).isEqualTo(1);
    }

    @Test
    void r6_aWaitEndsWhenTheLastMessageLeavesByALane() throws Exception {
        InflightCounter.Lane lane = inflight.openLane();
        lane.enter();
        inflight.closeToOutside();
        CountDownLatch waits = new CountDownLatch(1);
        FutureTask<Boolean> empty = new FutureTask<>(() -> {
            waits.countDown();
            return inflight.awaitEmpty(System.nanoTime() + TimeUnit.SECONDS.toNanos(20));
        });
        new Thread(empty).start();
        waits.await();
        lane.leave(false);
        assertThat(empty.get()).isTrue();
    }
}
