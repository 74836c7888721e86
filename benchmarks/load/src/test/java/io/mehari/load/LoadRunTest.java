package io.mehari.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Variation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run measures late messages, counts a stall for all messages that wait for it, and refuses a subject that did not do
 * the work.
 */
class LoadRunTest {
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Delivers at once, in the sending thread. Handles one message differently. */
    @NullUnmarked
    private static final class Stub implements Subject {
        private final int special;
        private final Behaviour behaviour;
        private Sink sink;
        private int sent;

        Stub(int special, Behaviour behaviour) {
            this.special = special;
            this.behaviour = behaviour;
        }

        @Override
        public void start(Variation variation, Sink to) {
            sink = to;
        }

        @Override
        public void send(Object body) {
            if (++sent == special) {
                behaviour.deal(sink, body);
            } else {
                sink.deliver(body, body);
            }
        }

        @Override
        public void close() {}
    }

    private interface Behaviour {
        void deal(Sink sink, Object body);
    }

    private static Plan plan(String id, long rate, long count, int bytes) {
        Variation variation = Variation.of(id);
        return new Plan(variation, rate, count, 0, bytes, Plan.usualMix(variation));
    }

    private static Fields run(Behaviour behaviour, int bytes) throws Exception {
        return new LoadRun("stub", new Stub(200, behaviour), plan("cbr", 1000, 600, bytes), line -> {}).measure();
    }

    @Test
    void oneStallOfAHundredMillisecondsIsInTheSlowestHundredth() throws Exception {
        Fields line = run(
                (sink, body) -> {
                    long end = System.nanoTime() + STALL_NANOS;
                    for (long left = STALL_NANOS; left > 0; left = end - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                    }
                    sink.deliver(body, body);
                },
                0);
        assertThat(line.kind()).isEqualTo("total");
        // A hundred of 600 messages were due during the stall: 6 of 600 waited for 95 ms or more. Otherwise it would be
        // only one of 600.
        assertThat(line.number("hundredth")).isGreaterThan(80_000);
        assertThat(line.number("max")).isGreaterThanOrEqualTo(100_000);
    }

    @Test
    void whoDoublesAMessageHasNoFigures() throws Exception {
        Behaviour twice = (sink, body) -> {
            sink.deliver(body, body);
            sink.deliver(body, body);
        };
        Fields line = run(twice, 0);
        assertThat(line.kind()).isEqualTo("refused");
        assertThat(line.text("wrong")).contains("1 came too often");
    }

    @Test
    void aChangedContentIsRefused() throws Exception {
        Behaviour changes = (sink, body) -> {
            Payload.Parcel parcel = (Payload.Parcel) body;
            sink.deliver(body, body);
            sink.deliver(
                    body, new Payload.Parcel(parcel.number(), parcel.content().replace('x', 'y')));
        };
        Fields line = run(changes, 100);
        assertThat(line.text("wrong")).contains("1 were never sent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda/2-1", "camel-23686/flat-out", "aggregator/mixed", "fan-out", "filter"})
    void mehariDoesTheWork(String id) throws Exception {
        Contender mehari = Contender.of("mehari");
        Plan plan = plan(id, 20_000, 4_000, id.contains("mixed") ? 64 : 0);
        List<Fields> lines = new ArrayList<>();
        LoadRun run = new LoadRun("mehari", mehari.maker().get(), withWarmUp(plan), lines::add);
        Fields total = run.measure();
        assertThat(total.text("wrong")).isEmpty();
        double times = plan.variation().scenario().id().equals("fan-out") ? 3 : id.equals("filter") ? 0.5 : 1;
        assertThat(run.times().getTotalCount()).isEqualTo((long) (4_000 * times));
        assertThat(total.number("messages")).isEqualTo(4_000);
        assertThat(total.text("checksum")).isEqualTo(total.text("expectedChecksum"));
        assertThat(total.number("median")).isPositive();
    }

    private static Plan withWarmUp(Plan plan) {
        return new Plan(plan.variation(), plan.rate(), plan.count(), 0.05, plan.bytes(), plan.mix());
    }

    @Test
    void aPlanSurvivesItsCommandLine() {
        Variation five = new Variation(Variation.of("seda").scenario(), "5-3", 5, 3);
        Plan plan = new Plan(five, 12_345, 678, 1.5, 99, BodyType.list("text,file"));
        assertThat(Plan.of(plan.toArguments())).isEqualTo(plan);
        assertThat(plan.group()).isEqualTo("seda/5-3, 12345 a second, 99 B, text,file");
    }
}
