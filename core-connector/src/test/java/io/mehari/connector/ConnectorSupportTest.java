package io.mehari.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What connectors share: queued sends, the shared client, and the delays between attempts. */
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
        return new QueuedSends(context.getEndpoint("direct:out"), most, onSendFailure);
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
        ReconnectDelay delay = new ReconnectDelay(Duration.ofSeconds(1));
        assertThat(delay.nextMillis()).isZero();
        assertThat(delay.nextMillis()).isBetween(50L, 100L);
        assertThat(delay.nextMillis()).isBetween(100L, 200L);
        for (int i = 0; i < 60; i++) {
            assertThat(delay.nextMillis()).isBetween(0L, 1_000L);
        }
        assertThat(delay.nextMillis()).isBetween(500L, 1_000L);

        delay.reset();
        assertThat(delay.nextMillis()).isZero();
    }
}
