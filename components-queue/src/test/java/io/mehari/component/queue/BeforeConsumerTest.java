package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.builder.RouteDefinition;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.support.SynchronizationAdapter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law E3: an exchange has one owner. It is not handed over by the last step if something after that step needs it. */
class BeforeConsumerTest {
    private static final int MESSAGES = 20;

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void aRouteWithACompletionBeforeTheConsumerDoesNotHandItsExchangeOver(String kind) throws Exception {
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
                    .to("mock:b");
        });
        context.start();
        MockEndpoint end = MockEndpoint.resolve(context, "mock:b");
        end.expectedMessageCount(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            context.createProducerTemplate().sendBody(kind + ":a?size=100", i);
        }
        end.setResultWaitTime(60_000);
        end.assertIsSatisfied();
        context.stop();
        assertThat(completed).hasSize(MESSAGES).doesNotHaveDuplicates();
        assertThat(context.stats().failed()).isZero();
    }
}
