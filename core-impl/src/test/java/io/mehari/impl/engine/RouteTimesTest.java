package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.RouteTimes;
import io.mehari.impl.DefaultRoutingContext;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Times of routes: measured only if this is turned on, for every exchange that passes through. */
class RouteTimesTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.close();
    }

    private void start(boolean timed) throws Exception {
        context.getRoutingContextExtension().setRouteTimes(timed);
        context.addRoutes(r -> {
            r.from("direct:caller").routeId("caller").to("direct:called").to("direct:called");
            r.from("direct:called").routeId("called").delay(2).process(exchange -> {
                if ("bad".equals(exchange.getBody())) {
                    throw new IllegalStateException("bad on purpose");
                }
            });
        });
        context.start();
    }

    private RouteTimes times(String routeId) {
        return context.getRoute(routeId).times();
    }

    @Test
    void aCalledRouteIsTimedForEachCallAndItsWaitingIsItsTime() throws Exception {
        start(true);
        template.sendBody("direct:caller", "good");
        template.sendBody("direct:called", "good");
        template.send("direct:caller", exchange -> exchange.setBody("bad"));

        assertThat(times("called").count()).isEqualTo(4); // the second call of the bad one is not made
        assertThat(times("called").failed()).isEqualTo(1);
        assertThat(times("called").meanNanos())
                .isBetween(TimeUnit.MILLISECONDS.toNanos(2), times("called").maxNanos());
        assertThat(times("caller").count()).isEqualTo(2);
        assertThat(times("caller").failed()).isEqualTo(1);
        assertThat(times("caller").maxNanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(4));
        assertThat(context.getRoute("called").stats().total())
                .as("counted by the route that took it in")
                .isEqualTo(1);
    }

    @Test
    void timesStayWhenARouteIsStartedAnew() throws Exception {
        start(true);
        template.sendBody("direct:called", "good");
        context.getRouteController().stopRoute("called");
        context.getRouteController().startRoute("called");
        template.sendBody("direct:called", "good");
        assertThat(times("called").count()).isEqualTo(2);
    }

    @Test
    void nothingIsTimedUnlessAskedFor() throws Exception {
        start(false);
        template.sendBody("direct:caller", "good");
        assertThat(times("called")).isNull();
    }
}
