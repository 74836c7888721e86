package io.mehari.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MicrometerMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerMetrics metrics = new MicrometerMetrics(registry);
    private final RoutingContext context = context("shop");

    private RoutingContext context(String name) {
        RoutingContext made = new DefaultRoutingContext(name);
        made.getRoutingContextExtension().addLifecycleStrategy(metrics);
        return made;
    }

    @BeforeEach
    void routes() throws Exception {
        context.getRoutingContextExtension().setRouteTimes(true);
        addRoutes(context);
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private static void addRoutes(RoutingContext to) throws Exception {
        to.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:orders").routeId("orders").process(exchange -> {
                    if (exchange.getBody() instanceof Integer) {
                        throw new IllegalArgumentException("a number");
                    }
                });
            }
        });
    }

    private double value(String name, String... tags) {
        Meter meter = registry.get(name).tags(Tags.of(tags)).meter();
        return meter.measure().iterator().next().getValue();
    }

    @Test
    void exchangesAreCountedByOutcome() {
        context.createProducerTemplate().sendBody("direct:orders", "dates");
        context.createProducerTemplate().sendBody("direct:orders", "coffee");
        assertThat(catchThrowable(() -> context.createProducerTemplate().sendBody("direct:orders", 7)))
                .isNotNull();

        assertThat(value("mehari.exchanges", "context", "shop", "route", "orders", "outcome", "completed"))
                .isEqualTo(2);
        assertThat(value("mehari.exchanges", "context", "shop", "route", "orders", "outcome", "failed"))
                .isEqualTo(1);
        assertThat(value("mehari.exchanges.inflight", "route", "orders")).isZero();
    }

    @Test
    void s6_whatBecomesOfFailuresHasMeters() throws Exception {
        context.addRoutes(r -> r.from("direct:fails")
                .routeId("fails")
                .errorHandler(
                        RouteBuilder.deadLetterChannel("log:dead?level=OFF").maximumRedeliveries(2))
                .throwException(new IllegalArgumentException("a number")));
        context.createProducerTemplate().sendBody("direct:fails", 7);
        assertThat(value("mehari.failures", "route", "fails", "event", "dead")).isEqualTo(1);
        assertThat(value("mehari.failures", "route", "fails", "event", "redelivered"))
                .isEqualTo(2);
        for (String each : List.of("handled", "refused", "discarded")) {
            assertThat(value("mehari.failures", "route", "fails", "event", each))
                    .isZero();
        }
        for (String each : List.of("mehari.groups.open", "mehari.groups.oldest", "mehari.consumer.lag")) {
            assertThat(value(each, "route", "fails")).isZero();
        }
        assertThat(catchThrowable(() -> context.createProducerTemplate().requestBody("seda:x?timeout=20", 7)))
                .isNotNull();
        assertThat(value("mehari.queue.messages", "queue", "seda:x", "event", "expired"))
                .isEqualTo(1);
        assertThat(value("mehari.queue.messages", "queue", "seda:x", "event", "refused"))
                .isZero();
        assertThat(value("mehari.queue.oldest", "queue", "seda:x")).isNotNegative();
    }

    /** A registry may show one text for all meters of a name, as that of Prometheus does. */
    @Test
    void s6_theMetersOfANameHaveOneDescriptionThatIsTrueOfAll() {
        context.createProducerTemplate().sendBody("seda:packing", "dates");
        Map<String, Set<String>> texts = new TreeMap<>();
        for (Meter each : registry.getMeters()) {
            texts.computeIfAbsent(each.getId().getName(), name -> new TreeSet<>())
                    .add(each.getId().getDescription());
        }
        assertThat(texts)
                .hasSizeGreaterThan(10)
                .allSatisfy((name, all) -> assertThat(all).hasSize(1));
    }

    @Test
    void routesHaveTimesIfTheContextMeasuresThem() throws Exception {
        context.createProducerTemplate().sendBody("direct:orders", "dates");
        assertThat(registry.get("mehari.route.time")
                        .tag("route", "orders")
                        .functionTimer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("mehari.route.time")
                        .tag("route", "orders")
                        .functionTimer()
                        .totalTime(TimeUnit.NANOSECONDS))
                .isPositive();

        RoutingContext untimed = context("untimed");
        addRoutes(untimed);
        untimed.start();
        assertThat(registry.find("mehari.route.time").tag("context", "untimed").meters())
                .isEmpty();
        untimed.stop();
    }

    @Test
    void queuesShowWhatIsInThem() {
        context.createProducerTemplate().sendBody("seda:packing?size=4", "dates");
        context.createProducerTemplate().sendBody("seda:packing?size=4", "coffee");

        assertThat(value("mehari.queue.size", "queue", "seda:packing")).isEqualTo(2);
        assertThat(value("mehari.queue.capacity", "queue", "seda:packing")).isEqualTo(4);
        assertThat(value("mehari.queue.messages", "queue", "seda:packing", "event", "enqueued"))
                .isEqualTo(2);
        assertThat(value("mehari.queue.messages", "queue", "seda:packing", "event", "taken"))
                .isZero();
        assertThat(value("mehari.queue.waiting", "queue", "seda:packing", "quantile", "0.5"))
                .isNaN();
    }

    @Test
    void waitingTimesAreThereWhenTheyAreMeasured() throws Exception {
        QueueEndpoint packing = context.getEndpoint("seda:packing", QueueEndpoint.class);
        packing.setTimesWaiting(true);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:packing").process(exchange -> {});
            }
        });
        context.createProducerTemplate().requestBody("seda:packing", "dates");

        assertThat(value("mehari.queue.waiting", "queue", "seda:packing", "quantile", "1"))
                .isPositive();
    }

    @Test
    void metersEndWithTheirRoute() {
        context.getRouteController().stopRoute("orders");
        assertThat(registry.find("mehari.exchanges").meters()).isNotEmpty();
        assertThat(context.removeRoute("orders")).isTrue();

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aRouteThatIsStartedAgainIsCountedOn() {
        context.createProducerTemplate().sendBody("direct:orders", "dates");
        context.getRouteController().stopRoute("orders");
        context.getRouteController().startRoute("orders");
        context.createProducerTemplate().sendBody("direct:orders", "coffee");

        assertThat(value("mehari.exchanges", "route", "orders", "outcome", "completed"))
                .isEqualTo(2);
    }

    /** A registry keeps what it asks by a weak reference. */
    @Test
    void theMetersOfAQueueStayWhileOneOfItsEndpointsDoes() throws Exception {
        context.addRoutes(r ->
                r.from("seda:packing?concurrentConsumers=2").routeId("packing").process(exchange -> {}));
        context.addRoutes(r -> r.from("direct:pack").to("seda:packing"));
        context.getRouteController().stopRoute("packing");
        assertThat(context.removeRoute("packing")).isTrue();
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        while (garbage.get() != null) {
            System.gc();
        }
        assertThat(value("mehari.queue.size", "queue", "seda:packing")).isZero();
    }

    @Test
    void nothingIsLeftWhenAContextHasStopped() throws Exception {
        RoutingContext other = context("other");
        addRoutes(other);
        other.start();
        other.createProducerTemplate().sendBody("seda:packing", "dates");
        assertThat(registry.find("mehari.exchanges").tag("context", "other").meters())
                .hasSize(2);

        other.stop();
        assertThat(registry.getMeters())
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getId().getTag("context")).isEqualTo("shop"));
        context.stop();
        assertThat(registry.getMeters()).isEmpty();
    }
}
