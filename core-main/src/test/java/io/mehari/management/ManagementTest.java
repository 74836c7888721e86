package io.mehari.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.RouteStats;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running context seen through JMX and the flight recorder. */
class ManagementTest {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Test
    void jmxShowsAContextAndItsRoutesWhileItIsStarted() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext("jmx \"test\"")) {
            context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
            context.addRoutes(r ->
                    r.from("direct:a").routeId("a").description("the route").process(exchange -> {}));
            context.start();
            context.createProducerTemplate().sendBody("direct:a", ">");
            String prefix = "io.mehari:context=" + ObjectName.quote("jmx \"test\"");

            RouteMXBean route =
                    JMX.newMXBeanProxy(server, new ObjectName(prefix + ",type=route,name=\"a\""), RouteMXBean.class);
            assertThat(route.getRouteId()).isEqualTo("a");
            assertThat(route.getDescription()).isEqualTo("the route");
            assertThat(route.getEndpointUri()).isEqualTo("direct:a");
            assertThat(route.getExchangesCompleted()).isEqualTo(1);
            assertThat(route.getExchangesFailed() + route.getExchangesInflight() + route.getExchangesPending())
                    .isZero();
            route.suspend();
            assertThat(route.getState()).isEqualTo("Suspended");
            route.resume();
            route.stop();
            assertThat(route.getState()).isEqualTo("Stopped");
            route.start();
            assertThat(route.getState()).isEqualTo("Started");

            ContextMXBean bean =
                    JMX.newMXBeanProxy(server, new ObjectName(prefix + ",type=context"), ContextMXBean.class);
            assertThat(bean.getName()).isEqualTo(context.getName());
            assertThat(bean.getRoutes()).isEqualTo(1);
            assertThat(bean.getExchangesCompleted()).isEqualTo(1);
            assertThat(bean.getExchangesFailed() + bean.getExchangesInflight() + bean.getExchangesPending())
                    .isZero();
            assertThat(bean.getUptimeMillis()).isNotNegative();
            bean.suspend();
            assertThat(bean.getState()).isEqualTo("Suspended");
            bean.resume();
            bean.stop();
            assertThat(server.queryNames(new ObjectName(prefix + ",*"), null)).isEmpty();
            assertThatThrownBy(bean::getState).isInstanceOf(Exception.class);
        }
    }

    @Test
    void oneObjectShowsSeveralContexts() throws Exception {
        JmxManagement shared = new JmxManagement();
        try (DefaultRoutingContext one = new DefaultRoutingContext("one of two");
                DefaultRoutingContext other = new DefaultRoutingContext("the other")) {
            for (DefaultRoutingContext each : List.of(one, other)) {
                each.getRoutingContextExtension().addLifecycleStrategy(shared);
                each.start();
            }
            one.stop();
            assertThat(server.queryNames(new ObjectName("io.mehari:context=\"one of two\",*"), null))
                    .isEmpty();
            assertThat(server.queryNames(new ObjectName("io.mehari:context=\"the other\",*"), null))
                    .isNotEmpty();
        }
        assertThat(server.queryNames(new ObjectName("io.mehari:context=\"the other\",*"), null))
                .isEmpty();
    }

    /** By reflection, so that no count is left out. */
    @Test
    void s6_jmxShowsEachCountOfARouteAndOfAContext() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext("counts")) {
            context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
            context.addRoutes(r -> r.from("direct:a")
                    .routeId("a")
                    .errorHandler(
                            RouteBuilder.deadLetterChannel("log:dead?level=OFF").maximumRedeliveries(2))
                    .throwException(new IllegalStateException("no dates left")));
            context.start();
            context.createProducerTemplate().sendBody("direct:a", "dates");
            assertThat(context.stats().redelivered()).isEqualTo(2);
            for (String type : List.of("context", "route,name=\"a\"")) {
                ObjectName bean = new ObjectName("io.mehari:context=\"counts\",type=" + type);
                for (Method count : RouteStats.class.getMethods()) {
                    String name = count.getName().substring(0, 1).toUpperCase(Locale.ROOT)
                            + count.getName().substring(1);
                    if (count.getReturnType() == long.class && !name.equals("Total")) {
                        name = name.matches("O.*Group.*|Lag") ? name : "Exchanges" + name;
                        assertThat(server.getAttribute(bean, name)).as(name).isEqualTo(count.invoke(context.stats()));
                    }
                }
            }
        }
    }

    @Test
    void aRouteThatWasStartedTwiceIsGoneWhenItIsRemoved() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext("twice")) {
            context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
            context.addRoutes(r -> r.from("direct:a").routeId("a").process(exchange -> {}));
            context.start();
            context.getRouteController().stopRoute("a");
            context.getRouteController().startRoute("a");
            context.getRouteController().stopRoute("a");
            ObjectName routes = new ObjectName("io.mehari:context=\"twice\",type=route,*");
            assertThat(server.queryNames(routes, null)).hasSize(1);
            context.removeRoute("a");
            assertThat(server.queryNames(routes, null)).isEmpty();
        }
    }

    @Test
    void jmxShowsTheTimesOfRoutesThatAreTimed() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext("timed")) {
            context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
            context.addRoutes(r -> r.from("direct:plain").routeId("plain").process(exchange -> {}));
            context.start();
            context.getRoutingContextExtension().setRouteTimes(true); // for those that start from now on
            context.addRoutes(r -> r.from("direct:timed").routeId("timed").to("direct:plain"));
            context.createProducerTemplate().sendBody("direct:timed", "");

            RouteMXBean timed = route("timed", "timed");
            assertThat(timed.isTimed()).isTrue();
            assertThat(timed.getTimedExchanges()).isEqualTo(1);
            assertThat(timed.getMeanProcessingNanos()).isPositive().isEqualTo(timed.getMaxProcessingNanos());
            RouteMXBean plain = route("timed", "plain");
            assertThat(plain.isTimed()).isFalse();
            assertThat(plain.getTimedExchanges() + plain.getMeanProcessingNanos() + plain.getMaxProcessingNanos())
                    .isZero();
        }
    }

    private RouteMXBean route(String context, String id) throws Exception {
        String name = "io.mehari:context=" + ObjectName.quote(context) + ",type=route,name=" + ObjectName.quote(id);
        return JMX.newMXBeanProxy(server, new ObjectName(name), RouteMXBean.class);
    }

    @Test
    void theFlightRecorderSeesWhatARecordingAsksFor(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("mehari.jfr");
        try (DefaultRoutingContext context = new DefaultRoutingContext();
                Recording recording = new Recording()) {
            context.getRoutingContextExtension().addEventNotifier(new FlightRecorderEvents());
            context.addRoutes(r -> {
                r.from("direct:a").to("direct:b");
                r.from("direct:b").process(ManagementTest::failIfBad);
            });
            context.start();
            context.createProducerTemplate().sendBody("direct:a", "not recorded");
            recording.enable("mehari.Exchange");
            recording.enable("mehari.Send");
            recording.start();
            context.createProducerTemplate().sendBody("direct:a", "good");
            context.createProducerTemplate().send("direct:a", exchange -> exchange.setBody("bad"));
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events)
                .extracting(event -> event.getEventType().getName())
                .containsExactly(
                        "mehari.Send",
                        "mehari.Exchange",
                        "mehari.Send",
                        "mehari.Send",
                        "mehari.Exchange",
                        "mehari.Send");
        assertThat(events.get(0).getString("to")).isEqualTo("direct:b");
        assertThat(events.get(2).getString("to")).as("by the template").isEqualTo("direct:a");
        assertThat(events.get(1).getString("failure")).isNull();
        assertThat(events.get(1).getDuration("elapsed")).isPositive();
        assertThat(events.get(4).getString("failure")).contains("bad on purpose");
    }

    private static void failIfBad(Exchange exchange) {
        if ("bad".equals(exchange.getBody())) {
            throw new IllegalStateException("bad on purpose");
        }
    }

    @Test
    void flightRecorderEventsThatAreOffCostNothing() throws Exception {
        try (DefaultRoutingContext plain = new DefaultRoutingContext();
                DefaultRoutingContext watched = new DefaultRoutingContext()) {
            watched.getRoutingContextExtension().addEventNotifier(new FlightRecorderEvents());
            assertThat(leastBytes(watched)).isEqualTo(leastBytes(plain));
        }
    }

    private static long leastBytes(DefaultRoutingContext context) throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").to("direct:b");
            r.from("direct:b").process(exchange -> {});
        });
        context.start();
        var template = context.createProducerTemplate();
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < 20; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 5_000; i++) {
                template.sendBody("direct:a", "body");
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
