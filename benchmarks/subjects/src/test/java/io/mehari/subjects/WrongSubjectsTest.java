package io.mehari.subjects;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.BiConsumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A subject that does not do the work gets no figures. */
class WrongSubjectsTest {

    /** Delivers what the work says. */
    @NullUnmarked
    private static final class Wrong implements Subject {
        private final BiConsumer<Sink, Integer> work;
        private Sink sink;

        Wrong(BiConsumer<Sink, Integer> work) {
            this.work = work;
        }

        @Override
        public void start(Scenario scenario, Sink end) {
            sink = end;
        }

        @Override
        public void send(Object body) {
            work.accept(sink, Payload.numberOf(body));
        }

        @Override
        public void close() {}
    }

    private static void run(BiConsumer<Sink, Integer> work) throws Exception {
        Scenario scenario = Scenario.of("router/uniform");
        try (Flow flow = new Flow(new Wrong(work), scenario, scenario.sink())) {
            flow.batch(1_000);
        }
    }

    private static void deliver(Sink sink, int number) {
        sink.deliver(new Object(), new Payload.Parcel(number));
    }

    @Test
    void oneThatDeliversAnotherBodyTwice() {
        assertThatThrownBy(() -> run((sink, number) -> deliver(sink, number == 7 ? 8 : number)))
                .hasMessageContaining("1 lost, 1 came too often");
    }

    @Test
    void oneThatMakesABodyUp() {
        assertThatThrownBy(() -> run((sink, number) -> {
                    if (number == 7) {
                        sink.deliver(new Object(), "made up");
                    }
                    deliver(sink, number);
                }))
                .hasMessageContaining("1 were never sent");
    }

    @Test
    void oneThatChangesTheOrder() {
        assertThatThrownBy(() -> run((sink, number) -> deliver(sink, number == 7 ? 8 : number == 8 ? 7 : number)))
                .hasMessageContaining("1 came out of order");
    }

    @Test
    void oneThatDeliversTooOften() {
        assertThatThrownBy(() -> run((sink, number) -> {
                    deliver(sink, number);
                    deliver(sink, number);
                }))
                .hasMessageContaining("2000 messages have arrived, not 1000");
    }

    @Test
    void oneThatFails() {
        assertThatThrownBy(() -> run((sink, number) -> {
                    throw new IllegalStateException("no");
                }))
                .hasRootCauseMessage("no");
    }
}
