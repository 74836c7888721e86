package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.RoutingExecutionException;
import io.mehari.ServiceStatus;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.SynchronizationAdapter;
import io.mehari.spi.internal.Log;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law S4: a logger that throws ends no consumer, no timer, no completion and no stop. */
@Timeout(20)
class BrokenLogTest {
    /** What the logger throws. */
    enum Thrown {
        RUNTIME_EXCEPTION,
        CHECKED,
        OUT_OF_MEMORY,
        STACK_OVERFLOW,
        WITHOUT_A_MESSAGE;

        Throwable make() {
            return switch (this) {
                case RUNTIME_EXCEPTION -> new IllegalStateException("on purpose");
                case CHECKED -> new IOException("on purpose");
                case OUT_OF_MEMORY -> new OutOfMemoryError("on purpose");
                case STACK_OVERFLOW -> new StackOverflowError("on purpose");
                case WITHOUT_A_MESSAGE -> new Mute();
            };
        }
    }

    private static final class Mute extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new InternalError("on purpose");
        }
    }

    private static final String[] QUEUES = {"seda:a", "disruptor:b", "seda:c?exceptionHandler=#broken"};

    private final PrintStream errors = System.err;
    private final Bench bench = new Bench();
    private final AtomicBoolean bad = new AtomicBoolean();
    private final AtomicInteger ticks = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();

    @BeforeEach
    void start() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), true));
        bench.context.getRoutingContextExtension().setExchangePool(64, false);
        bench.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(3));
        bench.context.getRegistry().bind("broken", (ExceptionHandler) (message, exchange, failure) -> {
            throw new InternalError("on purpose");
        });
        bench.route(r -> {
            for (String queue : QUEUES) {
                r.from(queue).process(this::receive).wireTap("direct:tapped").log("received ${body}");
            }
            r.from("direct:tapped").process(exchange -> {
                throw new IllegalStateException("on purpose");
            });
            r.from("timer:t?delay=0&period=1")
                    .process(exchange -> ticks.incrementAndGet())
                    .process(this::receive);
            r.from("direct:in").process(this::complete).to("log:in").process(this::receive);
        });
        bench.start();
    }

    @AfterEach
    void stop() {
        System.setErr(errors);
        bench.close();
    }

    private void receive(Exchange exchange) {
        if (bad.get()) {
            throw new IllegalStateException("on purpose");
        }
        bench.received.add(String.valueOf(exchange.getBody()));
    }

    private void complete(Exchange exchange) {
        for (int i = 0; i < 20; i++) {
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    completed.incrementAndGet();
                    throw new IllegalStateException("on purpose");
                }

                @Override
                public int getOrder() {
                    throw new IllegalStateException("on purpose");
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Thrown.class)
    void s4_aLoggerThatThrowsForAWhileEndsNothing(Thrown thrown) {
        long before = Log.lost();
        try (BrokenLog log = new BrokenLog(thrown::make)) {
            breakAll(log);
        }
        assertThat(Log.lost()).isGreaterThan(before);
        bad.set(false);
        allGoOn();
        stopInTime();
    }

    @ParameterizedTest
    @EnumSource(Thrown.class)
    void s4_aLoggerThatThrowsForEverEndsNothing(Thrown thrown) {
        try (BrokenLog log = new BrokenLog(thrown::make)) {
            breakAll(log);
            bad.set(false);
            allGoOn();
            stopInTime();
        }
    }

    private void breakAll(BrokenLog log) {
        bad.set(true);
        int linesOfTicks = ticks.get();
        for (String queue : QUEUES) {
            for (int i = 0; i < 5; i++) {
                bench.template.sendBody(queue, "bad");
            }
        }
        assertThatThrownBy(() -> bench.template.sendBody("direct:in", "bad"))
                .isInstanceOf(RoutingExecutionException.class)
                .hasMessageContaining("on purpose");
        assertThat(completed).hasValue(20);
        Bench.await(() -> ticks.get() > linesOfTicks + 3 && log.lines.get() > 30);
        Bench.await(() -> bench.context.stats().pending() == 0);
    }

    private void allGoOn() {
        bench.received.clear();
        for (String queue : QUEUES) {
            bench.template.sendBody(queue, queue);
        }
        int before = ticks.get();
        bench.template.sendBody("direct:in", "in");
        Bench.await(() -> ticks.get() > before + 3 && bench.received.containsAll(List.of(QUEUES)));
        assertThat(bench.received).contains("in");
        assertThat(completed).hasValue(40);
    }

    private void stopInTime() {
        long begin = System.nanoTime();
        bench.context.stop();
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(2_000);
        assertThat(bench.context.getStatus()).isEqualTo(ServiceStatus.Stopped);
        assertThat(bench.context.stats().inflight()).isZero();
        assertThat(bench.context
                        .getRoutingContextExtension()
                        .getExchangePoolStatistics()
                        .inUse())
                .isZero();
    }
}
