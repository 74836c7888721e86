package io.mehari.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What connectors share: queued sends, the shared client, pauses between attempts, and logging. */
class ConnectorSupportTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private QueuedSends sends(int most, String onSendFailure) {
        return new QueuedSends(context.getEndpoint("mock:out"), most, onSendFailure);
    }

    private Exchange exchange(Object body) {
        Exchange exchange = new DefaultExchange(context);
        exchange.setBody(body);
        return exchange;
    }

    @Test
    void thereAreNeverMoreQueuedSendsThanAllowed() {
        QueuedSends sends = sends(2, null);
        assertThat(sends.tryBegin()).isTrue();
        assertThat(sends.tryBegin()).isTrue();
        assertThat(sends.tryBegin()).isFalse();
        assertThat(sends.size()).isEqualTo(2);

        sends.done();
        assertThat(sends.tryBegin()).isTrue();
    }

    @Test
    void aSendThatCannotBeMadeGivesItsPlaceBack() {
        QueuedSends sends = sends(1, null);
        assertThat(sends.tryBegin()).isTrue();
        assertThatThrownBy(() -> sends.make(exchange("dates"), kept -> {
                    throw new IllegalStateException("no room");
                }))
                .hasMessage("no room");
        assertThat(sends.size()).isZero();
    }

    @Test
    void aFailedSendGoesToTheEndpointForFailures() throws Exception {
        MockEndpoint failed = context.getEndpoint("mock:failed", MockEndpoint.class);
        failed.expectedBodiesReceived("dates");
        QueuedSends sends = sends(1, "mock:failed");
        assertThat(sends.tryBegin()).isTrue();
        Exchange original = exchange("dates");
        Exchange kept = sends.make(original, copy -> copy);
        original.setBody("changed by its route");

        sends.failed(kept, new IllegalStateException("the line is dead"));

        failed.assertIsSatisfied();
        assertThat(failed.getExchanges().get(0).getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class))
                .hasMessage("the line is dead");
        awaitNone(sends);
        assertThat(sends.failures()).isEqualTo(1);
    }

    /** A place is given back after the report, so the mock may see the message before. */
    private static void awaitNone(QueuedSends sends) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (sends.size() != 0) {
            assertThat(System.nanoTime() - end).as("the time is up").isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    @Test
    void noCopyIsMadeIfNobodyWantsFailures() {
        Exchange kept = sends(1, null).make(exchange("dates"), copy -> copy);
        assertThat(kept).isNull();
    }

    @Test
    void aClientLivesFromTheFirstProducerToTheLast() {
        List<String> closed = new ArrayList<>();
        int[] opened = {0};
        SharedClient<String> shared = new SharedClient<>(() -> "client " + ++opened[0], closed::add);

        assertThat(shared.get()).isNull();
        assertThat(shared.hold()).isEqualTo("client 1");
        assertThat(shared.hold()).isEqualTo("client 1");
        shared.release();
        assertThat(closed).isEmpty();
        shared.release();
        assertThat(closed).containsExactly("client 1");
        assertThat(shared.get()).isNull();

        assertThat(shared.hold()).isEqualTo("client 2");
    }

    @Test
    void aClientThatCannotBeOpenedIsNotHeld() {
        boolean[] broken = {true};
        SharedClient<String> shared = new SharedClient<>(
                () -> {
                    if (broken[0]) {
                        throw new IllegalStateException("refused");
                    }
                    return "client";
                },
                client -> {});
        assertThatThrownBy(shared::hold).hasMessage("refused");
        broken[0] = false;

        assertThat(shared.hold()).isEqualTo("client");
        shared.release();
        assertThat(shared.get()).isNull();
    }

    @Test
    void pausesDoubleUpToALimitAndBeginAnew() {
        Backoff backoff = new Backoff(1_000);
        assertThat(backoff.nextMillis()).isZero();
        assertThat(backoff.nextMillis()).isBetween(50L, 100L);
        assertThat(backoff.nextMillis()).isBetween(100L, 200L);
        for (int i = 0; i < 60; i++) {
            assertThat(backoff.nextMillis()).isBetween(0L, 1_000L);
        }
        assertThat(backoff.nextMillis()).isBetween(500L, 1_000L);

        backoff.reset();
        assertThat(backoff.nextMillis()).isZero();
    }

    @Test
    void aLogWritesOneLineAMinute() {
        try (CapturedLog log = new CapturedLog(ConnectorSupportTest.class)) {
            Log limited = new Log(ConnectorSupportTest.class);
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
}
