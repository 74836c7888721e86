package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.ServiceStatus;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.LifecycleStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a context and its routes live. */
class LifecycleTest extends GuideSample {

    @Test
    void startAndStop() throws Exception {
        List<Object> done = new ArrayList<>();
        // region life
        try (var bazaar = new DefaultRoutingContext("bazaar")) {
            bazaar.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(10));
            bazaar.addRoutes(r -> r.from("seda:orders").process(order -> done.add(order.getBody())));
            bazaar.start();
            for (int i = 0; i < 100; i++) {
                bazaar.createProducerTemplate().sendBody("seda:orders", i);
            }
        } // close() calls stop(): accepts no new messages and processes the queued ones
        assertThat(done).hasSize(100);
        // endregion
    }

    @Test
    @Timeout(20)
    void aProgramThatStays() throws Exception {
        // region run
        context.addRoutes(r -> r.from("timer:bell?delay=100").log("it is time").process(bell -> context.stop()));
        context.run(); // with start() instead, main would end before the timer fires
        // endregion
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
    }

    @Test
    void singleRoutes() throws Exception {
        // region routes
        context.addRoutes(r -> {
            r.from("seda:orders").routeId("orders").to("mock:out");
            r.from("direct:night").routeId("night").autoStartup(false).to("mock:out");
        });
        context.start();
        context.getRouteController().suspendRoute("orders");
        template.sendBody("seda:orders", "waits in the queue");
        context.getRouteController().resumeRoute("orders");

        context.getRouteController().startRoute("night");
        boolean everythingWasDone = context.getRouteController().stopRoute("night", Duration.ofSeconds(5));
        context.removeRoute("night");
        // endregion
        assertThat(everythingWasDone).isTrue();
        assertThat(context.getRoute("night")).isNull();
        assertThat(context.getRouteController().getRouteStatus("orders")).isEqualTo(ServiceStatus.Started);
        mock("out").expectedBodiesReceived("waits in the queue");
        mock("out").assertIsSatisfied();
    }

    @Test
    void listeners() throws Exception {
        List<String> told = new ArrayList<>();
        // region listener
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onContextStarting(RoutingContext which) {
                told.add("starting"); // an exception here prevents the start of the context
            }

            @Override
            public void onRouteStarted(Route route) {
                told.add(route.getRouteId() + " started");
            }
        });
        // endregion
        context.addRoutes(r -> r.from("direct:a").routeId("a").to("mock:out"));
        context.start();
        assertThat(told).containsExactly("starting", "a started");
    }

    @Test
    void aStopThatTakesTooLong() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        context.addRoutes(r -> r.from("seda:slow").routeId("slow").process(exchange -> {
            entered.countDown();
            release.await();
        }));
        context.start();
        template.sendBody("seda:slow", "x");
        entered.await();
        assertThat(context.getRouteController().stopRoute("slow", Duration.ofMillis(10)))
                .isFalse();
        release.countDown();
    }

    @Test
    void aStoppedContextRefuses() throws Exception {
        context.addRoutes(r -> r.from("direct:a").to("mock:out"));
        assertThatThrownBy(() -> template.sendBody("direct:a", "x"))
                .isInstanceOfAny(IllegalStateException.class, RoutingExecutionException.class);
    }
}
