package io.mehari.subjects.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.engine.Fields;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.mehari.subjects.Subject;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

class LatencyRunTest {

    /** A subject that stands still once, and delivers at once otherwise. */
    @NullUnmarked
    private static final class Pausing implements Subject {
        private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
        private static final int PAUSE_AT = 52_000; // 50,000 are the warm-up
        private Sink sink;
        private int sent;

        @Override
        public void start(Scenario scenario, Sink end) {
            sink = end;
        }

        @Override
        public void send(Object body) {
            if (++sent == PAUSE_AT) {
                for (long end = System.nanoTime() + PAUSE_NANOS; System.nanoTime() < end; ) {
                    LockSupport.parkNanos(PAUSE_NANOS / 10);
                }
            }
            sink.deliver(body, body);
        }

        @Override
        public void close() {}
    }

    /** A loop that waited for the subject would send one message in that time, and record one long latency. */
    @Test
    void aPauseCountsForAllMessagesThatWereDueMeanwhile() throws Exception {
        LatencyRun run = new LatencyRun(new Pausing(), Scenario.of("seda/1-1"), "one-way", 0.1);
        run.warmUp();
        Fields line = run.measure("one-way", 10_000, 0.6, 1);
        assertThat(line.number("max us")).isGreaterThan(195_000);
        // 200 of 600 ms: so a third of the messages was late, by 100 ms at their median
        assertThat(line.number("p99 us")).isGreaterThan(150_000);
        assertThat(line.number("messages/s")).isBetween(7_000.0, 10_500.0);
        assertThat(line.number("live heap MB")).isPositive();
    }
}
