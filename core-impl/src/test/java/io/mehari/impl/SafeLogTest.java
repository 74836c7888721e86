package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteDefinition;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.SynchronizationAdapter;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeFailure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The log of a failure cannot contain faked lines or commands for a terminal, and cannot fill the disk. */
@Timeout(20)
class SafeLogTest {
    private static final String FORGED = "x\r\nINFO all is well\u001b[2J" + "y".repeat(10_000);

    private static RuntimeException failure() {
        return new IllegalStateException("outer", new IllegalArgumentException(FORGED));
    }

    /** Closes badly. */
    private static final class Parts implements Iterator<Object>, AutoCloseable {
        private int left = 1;

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Object next() {
            return left--;
        }

        @Override
        public void close() {
            throw failure();
        }
    }

    private static Arguments place(String name, BiConsumer<RouteDefinition, Processor> steps) {
        return Arguments.of(name, steps);
    }

    static Stream<Arguments> places() {
        return Stream.of(
                place("a message of a consumer", (r, fails) -> r.process(fails)),
                place("a tap", (r, fails) -> r.wireTap("direct:fails")),
                place(
                        "onCompletion",
                        (r, fails) -> r.onCompletion().process(fails).end().stop()),
                place(
                        "a completion",
                        (r, fails) -> r.process(exchange -> exchange.getExchangeExtension()
                                .addOnCompletion(new SynchronizationAdapter() {
                                    @Override
                                    public void onDone(Exchange done) {
                                        throw failure();
                                    }
                                }))),
                place(
                        "what is split",
                        (r, fails) -> r.split(exchange -> new Parts()).stop()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void whatIsLoggedIsSafe(String name, BiConsumer<RouteDefinition, Processor> steps) throws Exception {
        Processor fails = exchange -> {
            throw failure();
        };
        try (CapturedLog log = new CapturedLog("io.mehari");
                DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                r.from("direct:fails").process(fails);
                steps.accept(r.from("timer:a?repeatCount=1&delay=0"), fails);
            });
            context.start();
            while (log.records().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertSafe(log.records());
        }
    }

    @Test
    void whatFailsAtAStopIsSafe() {
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            DefaultRoutingContext context = new DefaultRoutingContext();
            context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
                @Override
                public void onContextStopped(RoutingContext stopped) {
                    throw failure();
                }
            });
            context.start();
            context.stop();
            assertSafe(log.records());
        }
    }

    private static void assertSafe(List<LogRecord> records) {
        assertThat(records).isNotEmpty();
        for (LogRecord each : records) {
            StringWriter text = new StringWriter();
            text.append(each.getMessage());
            each.getThrown().printStackTrace(new PrintWriter(text, true));
            assertThat(text.toString())
                    .contains("java.lang.IllegalArgumentException: x\\r\\nINFO all is well\\u001b[2J")
                    .doesNotContain("\u001b", "\r", "\nINFO", "y".repeat(5_000));
        }
    }

    @Test
    void aFailureThatIsFitToBeShownIsLoggedItself() {
        Throwable fit = new IllegalStateException("outer", new Error("inner"));
        fit.addSuppressed(new IllegalArgumentException("another"));
        assertThat(SafeFailure.of(fit)).isSameAs(fit);
    }

    @Test
    void theStackStays() {
        Throwable failure = failure();
        assertThat(SafeFailure.of(failure).getStackTrace()).isEqualTo(failure.getStackTrace());
    }

    @Test
    void aLogWritesOneLineAMinute() {
        try (CapturedLog log = new CapturedLog(SafeLogTest.class)) {
            Log limited = new Log(SafeLogTest.class);
            for (int i = 0; i < 1_000; i++) {
                limited.warnOnceAMinute("bad bytes", new IllegalStateException("no. " + i + "\r\nforged"));
            }
            assertThat(log.messages()).hasSize(1);
            assertThat(log.messages().get(0)).startsWith("bad bytes: ").doesNotContain("\r", "\n");
        }
    }

    @Test
    void aFailureThatCannotBePrintedIsDescribedByItsType() {
        Throwable silent = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        };
        assertThat(Log.describe(silent)).isEqualTo(silent.getClass().getName());
        assertThat(Log.describe(new IllegalStateException("a", new IllegalArgumentException("b"))))
                .isEqualTo("java.lang.IllegalStateException: a, because java.lang.IllegalArgumentException: b");
    }

    @Test
    void aDescriptionSaysNothingTwice() {
        Throwable missing = new java.nio.file.NoSuchFileException("orders.csv");
        Throwable quoted = new IllegalStateException("Cannot read orders.csv", missing);
        Throwable wrapped = new java.util.concurrent.ExecutionException(quoted);
        assertThat(Log.describe(wrapped))
                .isEqualTo("java.util.concurrent.ExecutionException: java.lang.IllegalStateException: Cannot read"
                        + " orders.csv, because java.nio.file.NoSuchFileException");
        assertThat(Log.describe(new IllegalStateException(null, missing)))
                .isEqualTo("java.lang.IllegalStateException, because java.nio.file.NoSuchFileException: orders.csv");
    }
}
