package io.mehari.impl.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.engine.EngineContext;
import io.mehari.spi.LifecycleStrategy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law S3: messages that have passed leave no endpoints. */
class ForgottenEndpointsTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final AtomicInteger live = new AtomicInteger();

    ForgottenEndpointsTest() {
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onEndpointStarted(Endpoint endpoint) {
                live.incrementAndGet();
            }

            @Override
            public void onEndpointStopped(Endpoint endpoint) {
                live.decrementAndGet();
            }
        });
    }

    @AfterEach
    void stop() {
        template.stop();
        context.stop();
    }

    private boolean isKnown(String uri) {
        return context.getEndpoints().stream()
                .anyMatch(each -> each.getEndpointUri().equals(uri));
    }

    @Test
    void s3_routesThatAreRemovedLeaveNoEndpoints() throws Exception {
        context.start();
        Endpoint asked = context.getEndpoint("sink:asked");
        for (int i = 0; i < 50; i++) {
            String id = "r" + i;
            context.addRoutes(r -> r.from("direct:" + id)
                    .routeId(id)
                    .to("sink:" + id)
                    .wireTap("sink:tap" + id)
                    .to("sink:asked"));
            context.getRouteController().stopRoute(id);
            assertThat(isKnown("sink:" + id)).as("while the route is there").isTrue();
            context.removeRoute(id);
        }
        assertThat(context.getEndpoints()).containsExactly(asked);
        assertThat(live).as("endpoints that nobody was told have stopped").hasValue(1);
    }

    @Test
    void s3_aTemplateKeepsABoundedNumberOfNames() throws Exception {
        context.addRoutes(r -> r.from("direct:kept").process(exchange -> {}));
        context.start();
        for (int i = 0; i < 3 * Senders.MOST; i++) {
            template.sendBody("sink:" + i, i);
            template.sendBody("direct:kept", i);
            template.asyncSendBody("log:" + i + "?level=OFF", i).join();
        }
        assertThat(context.getEndpoints()).hasSizeLessThanOrEqualTo(Senders.MOST + 1);
        assertThat(live).hasValueLessThanOrEqualTo(Senders.MOST + 1);
        template.stop();
        assertThat(context.getEndpoints()).hasSize(1);
    }

    @Test
    void s3_templatesThatAreDroppedLeaveNoEndpoints() throws Exception {
        context.start();
        for (int i = 0; i < 20_000; i++) {
            ProducerTemplate dropped = context.createProducerTemplate();
            dropped.sendBody("sink:" + i, i);
            if (i % 2 == 0) {
                dropped.asyncSendBody("log:" + i + "?level=OFF", i).join();
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        while (context.getEndpoints().size() > 200 && System.nanoTime() < end) {
            System.gc();
            template.sendBody("sink:later" + System.nanoTime(), "x");
            Thread.onSpinWait();
        }
        assertThat(context.getEndpoints()).hasSizeLessThanOrEqualTo(200);
        assertThat(live).hasValueLessThanOrEqualTo(200);
    }

    @Test
    void anEndpointThatWasAskedForStaysUntilItIsRemoved() {
        context.start();
        Endpoint asked = context.getEndpoint("sink:a");
        template.sendBody("sink:a", 1);
        template.stop();
        assertThat(context.getEndpoint("sink:a")).isSameAs(asked);

        template.sendBody("sink:a", 2);
        context.removeEndpoint(asked);
        assertThat(context.getEndpoint("sink:a"))
                .as("one that a template keeps")
                .isSameAs(asked);
        template.stop();
        context.removeEndpoint(asked);
        assertThat(isKnown("sink:a")).isFalse();
        assertThat(context.getEndpoint("sink:a")).isNotSameAs(asked);
    }

    @Test
    void aSendToOneOfTheFirstEndpointsCountsNothing() {
        Senders senders = new Senders(EngineContext.of(context));
        for (int i = 0; i < Senders.LASTING + 1; i++) {
            senders.get("sink:" + i);
        }
        Senders.Sender first = senders.get("sink:0");
        Senders.Sender later = senders.get("sink:" + Senders.LASTING);
        assertThat(first).extracting("users").as("threads that are counted in").isEqualTo(0);
        assertThat(later).extracting("users").as("threads that are counted in").isEqualTo(2);
        senders.leave(first);
        senders.leave(later);
        assertThat(first).extracting("users").isEqualTo(0);
        assertThat(later).extracting("users").isEqualTo(1);
        senders.stop();
    }
}
