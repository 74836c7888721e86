package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting times of messages in a queue, which are measured on request. */
class WaitingTimesTest {
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "seda:a?multipleConsumers=true", "disruptor:a", "seda:a?concurrentConsumers=2"})
    void itIsTheTimeBetweenSendingAndTaking(String uri) {
        bench.receiving(uri).start();
        bench.suspend("receiver");
        QueueEndpoint endpoint = bench.endpoint(uri);
        assertThat(endpoint.getWaitingTimes()).isNull();
        endpoint.setTimesWaiting(true);
        bench.template.sendBody(uri, "timed");
        bench.template.sendBody(uri, "not timed, since another is");
        pass(WAIT_NANOS);
        bench.resume("receiver");
        bench.awaitReceived(2);
        WaitingTimes times = endpoint.getWaitingTimes();

        assertThat(times.count()).isEqualTo(1);
        assertThat(times.medianNanos()).isGreaterThanOrEqualTo(WAIT_NANOS).isEqualTo(times.maxNanos());

        bench.template.sendBody(uri, "the next that is timed");
        Bench.await(() -> endpoint.getWaitingTimes().count() == 2);
        endpoint.setTimesWaiting(false);
        assertThat(endpoint.getWaitingTimes()).isNull();
    }

    @Test
    void whatWasPurgedOrRefusedDoesNotCountAndDoesNotKeepOthersFromBeingTimed() {
        bench.receiving("seda:a?size=1").start();
        bench.suspend("receiver");
        QueueEndpoint endpoint = bench.endpoint("seda:a?size=1&discardWhenFull=true");
        endpoint.setTimesWaiting(true);
        bench.template.sendBody(endpoint, "purged");
        endpoint.purgeQueue();
        bench.template.sendBody(endpoint, "taken");
        bench.template.sendBody(endpoint, "refused");
        bench.resume("receiver");
        bench.awaitReceived(1);
        Bench.await(() -> endpoint.getWaitingTimes().count() == 1);
        bench.template.sendBody(endpoint, "taken");
        Bench.await(() -> endpoint.getWaitingTimes().count() == 2);
    }

    @Test
    void percentilesAreExactToAQuarter() {
        WaitingTimes.Histogram histogram = new WaitingTimes.Histogram();
        for (int i = 1; i <= 1_000; i++) {
            histogram.add(i);
        }
        WaitingTimes times = histogram.times();
        assertThat(times.count()).isEqualTo(1_000);
        assertThat(times.medianNanos()).isBetween(500L, 625L);
        assertThat(times.percentile99Nanos()).isBetween(990L, 1_250L);
        assertThat(times.percentile999Nanos()).isBetween(999L, 1_250L);
        assertThat(times.maxNanos()).isBetween(1_000L, 1_250L);
    }

    @Test
    void anyTimeHasABucket() {
        for (long nanos : new long[] {-1, 0, 3, 4, 7, 8, 1L << 40, Long.MAX_VALUE}) {
            WaitingTimes.Histogram histogram = new WaitingTimes.Histogram();
            histogram.add(nanos);
            assertThat(histogram.times().maxNanos()).isGreaterThanOrEqualTo(nanos);
        }
    }

    private static void pass(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
