package io.mehari.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A run has a total if the subject did the work; otherwise it is refused. */
class RunTest {

    /** Delivers each message, and one of them twice. */
    private static final class Echo implements Subject {
        private final AtomicLong count = new AtomicLong();
        private final long twice;
        private Sink sink;

        Echo(long twice) {
            this.twice = twice;
        }

        @Override
        public void start(Variation variation, Sink sink) {
            this.sink = sink;
        }

        @Override
        public void send(Object body) {
            sink.deliver(body, body);
            if (count.incrementAndGet() == twice) {
                sink.deliver(body, body);
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void oneThatDoesTheWorkHasATotal() throws Exception {
        Fields line = new Run("careful", new Echo(-1), Variation.of("cbr").withSenders(2)).measure(0.1, 0.05);
        assertThat(line.kind()).isEqualTo("total");
        assertThat(line.number("messages")).isPositive();
        assertThat(line.number("expected")).isEqualTo(line.number("came"));
        assertThat(line.text("checksum")).isEqualTo(line.text("expectedChecksum"));
    }

    @Test
    void aWarmUpEndsWhenItIsSteadyOrWhenItsTimeIsOver() throws Exception {
        Fields line = new Run("careful", new Echo(-1), Variation.of("cbr")).measure(0.05, 0.5);
        double warmUp = line.number("warmUp") / 1e9;
        assertThat(warmUp).isGreaterThan(0.12); // six windows of a 24th part of the time
        assertThat(line.truth("steady") || warmUp >= 0.5).isTrue();
        Fields hurried = new Run("hurried", new Echo(-1), Variation.of("cbr")).measure(0.05, 1e-9);
        assertThat(hurried.truth("steady")).isFalse();
        assertThat(hurried.number("warmUp")).isPositive();
    }

    @Test
    void oneThatDeliversOneMessageTwiceIsRefused() throws Exception {
        Fields line = new Run("careless", new Echo(50), Variation.of("cbr")).measure(0.1, 0.05);
        assertThat(line.kind()).isEqualTo("refused");
        assertThat(line.text("wrong")).startsWith("1 came too often; ");
    }

    @Test
    void oneThatFailsIsRefusedWithItsReason() throws Exception {
        Subject failing = new Subject() {
            @Override
            public void start(Variation variation, Sink sink) {}

            @Override
            public void send(Object body) {
                throw new IllegalStateException("no room");
            }

            @Override
            public void close() {}
        };
        Fields line = new Run("failing", failing, Variation.of("cbr")).measure(0.05, 0);
        assertThat(line.kind()).isEqualTo("refused");
        assertThat(line.text("wrong")).contains("sender-0 failed").contains("no room");
    }

    @Test
    void whatTheSinkIsToldIsAskedForByTheScenario() {
        assertThat(Variation.of("seda/2-3"))
                .extracting(Variation::senders, Variation::consumers, Variation::ordered)
                .containsExactly(2, 3, false);
        assertThat(Variation.of("camel-23686").paced()).isTrue();
        assertThat(Variation.of("workflow/threads/events-on/1ms"))
                .extracting(Variation::threads, Variation::events, Variation::ordered)
                .containsExactly(true, true, false);
    }
}
