package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.builder.RouteDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.SynchronizationAdapter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law E3: an exchange has one owner. It is not handed over by the last step if something after that step needs it. */
class BeforeConsumerTest {
    private static final int MESSAGES = 20;

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void aRouteWithACompletionBeforeTheConsumerDoesNotHandItsExchangeOver(String kind) throws Exception {
        CountDownLatch arrived = new CountDownLatch(MESSAGES);
        List<Object> completed = new CopyOnWriteArrayList<>();
        DefaultRoutingContext context = new DefaultRoutingContext("before");
        context.addRoutes(r -> {
            RouteDefinition first = r.from(kind + ":a?size=100");
            first.onCompletion()
                    .modeBeforeConsumer()
                    .process(exchange -> completed.add(String.valueOf(exchange.getBody())))
                    .end();
            first.to(kind + ":b?size=100");
            r.from(kind + ":b?size=100")
                    .process(exchange ->
                            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {}))
                    .process(exchange -> arrived.countDown());
        });
        context.start();
        for (int i = 0; i < MESSAGES; i++) {
            context.createProducerTemplate().sendBody(kind + ":a?size=100", i);
        }
        assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
        context.stop();
        assertThat(completed).hasSize(MESSAGES).doesNotHaveDuplicates();
        assertThat(context.stats().failed()).isZero();
    }
}
