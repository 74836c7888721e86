package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.MessageHistory;
import io.mehari.RouteStats;
import io.mehari.RouteTimes;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.management.FlightRecorderEvents;
import io.mehari.management.JmxManagement;
import io.mehari.micrometer.MicrometerMetrics;
import io.mehari.spi.EventNotifier;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking at what runs. */
class ObservingTest extends GuideSample {

    @Test
    void counts() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").routeId("orders").to("seda:packing"));
        context.start();
        template.sendBody("direct:orders", "dates");
        // region stats
        RouteStats orders = context.getRoute("orders").stats();
        assertThat(orders.completed()).isEqualTo(1);
        assertThat(orders.failed() + orders.inflight()).isZero();

        QueueStatistics packing =
                context.getEndpoint("seda:packing", QueueEndpoint.class).stats();
        assertThat(packing.size()).isEqualTo(1);
        // endregion
        assertThat(context.stats().total()).isEqualTo(1);
    }

    @Test
    void lifecycle() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").to("seda:packing"));
        // region lifecycle
        context.getRoutingContextExtension().setLifecycleLog(true); // before the start
        // endregion
        context.start();
    }

    /** Prometheus writes underscores for dots, the unit of a time, and {@code _total} for a counter. */
    @Test
    void s6_theAlertsOfThePageAskForMetersAndTagsThatExist() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        context.getRoutingContextExtension().addLifecycleStrategy(new MicrometerMetrics(registry));
        context.addRoutes(r -> r.from("direct:orders").routeId("orders").to("seda:packing"));
        context.start();
        Set<String> names = new TreeSet<>();
        Set<String> values = new TreeSet<>();
        for (Meter each : registry.getMeters()) {
            String unit = each instanceof TimeGauge ? "_seconds" : "";
            String count = each instanceof FunctionCounter ? "_total" : "";
            names.add(each.getId().getName().replace('.', '_') + unit + count);
            each.getId().getTags().forEach(tag -> values.add(tag.getKey() + "=" + tag.getValue()));
        }
        String page = Files.readString(Path.of("guide/observing.md"));
        String alerts = page.substring(page.indexOf("```yaml"), page.indexOf("```", page.indexOf("```yaml") + 3));
        assertThat(Pattern.compile("mehari_\\w+").matcher(alerts).results().map(MatchResult::group))
                .hasSizeGreaterThan(5)
                .isSubsetOf(names);
        for (MatchResult tag : Pattern.compile("(event|outcome)=~?\"([a-z|]+)\"")
                .matcher(alerts)
                .results()
                .toList()) {
            for (String value : tag.group(2).split("\\|", -1)) {
                assertThat(values).contains(tag.group(1) + "=" + value);
            }
        }
    }

    @Test
    void times() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:orders").to("direct:stock");
            r.from("direct:stock").routeId("stock").process(exchange -> {});
        });
        // region times
        context.getRoutingContextExtension().setRouteTimes(true); // before routes start
        context.start();
        template.sendBody("direct:orders", "dates");
        RouteTimes stock = context.getRoute("stock").times(); // called by direct:, so stats() has not counted it
        assertThat(stock.count()).isEqualTo(1);
        assertThat(stock.meanNanos()).isLessThanOrEqualTo(stock.maxNanos());
        // endregion
    }

    @Test
    void described() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(deadLetterChannel("seda:lost"));
                onException(IOException.class)
                        .maximumRedeliveries(3)
                        .redeliveryDelay(500)
                        .backOffMultiplier(2)
                        .handled(true)
                        .to("log:late");
                from("seda:orders")
                        .routeId("orders")
                        .filter(simple("${header.kind} == 'gift'"))
                        .to("direct:wrapping")
                        .id("wrap")
                        .end()
                        .to("seda:packing");
            }
        });
        Page page = new Page(Samples.root().resolve("docs/guide/observing.md"));
        PrintStream usual = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            // region describe
            System.out.println(context.describe());
            // endregion
            assertThat(written.toString(StandardCharsets.UTF_8)
                            .replace(context.getName(), "shop")
                            .strip())
                    .isEqualTo(page.block("describe.txt").strip());
            written.reset();
            // region explain
            System.out.println(context.getRoute("orders").explain(new FileNotFoundException("list.txt")));
            // endregion
            assertThat(written.toString(StandardCharsets.UTF_8)
                            .replace(context.getName(), "shop")
                            .strip())
                    .isEqualTo(page.block("explain.txt").strip());
        } finally {
            System.setOut(usual);
        }
    }

    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    @Test
    void scoped() throws Exception {
        List<String> tenants = new CopyOnWriteArrayList<>();
        // region scope
        context.getRoutingContextExtension().addMessageScope((exchange, work) -> {
            String before = TENANT.get();
            TENANT.set(exchange.getHeader("tenant", String.class));
            try {
                work.run();
            } finally {
                TENANT.set(before);
            }
        });
        context.addRoutes(r -> r.from("direct:orders")
                .delay(10) // continues on another thread
                .process(exchange -> tenants.add(TENANT.get())));
        // endregion
        context.start();
        template.sendBodyAndHeader("direct:orders", "dates", "tenant", "north");
        assertThat(tenants).containsExactly("north");
        assertThat(TENANT.get()).isNull();
    }

    @Test
    void waitingTimes() throws Exception {
        context.addRoutes(r -> r.from("seda:packing").to("mock:packed"));
        context.start();
        // region waiting
        QueueEndpoint packing = context.getEndpoint("seda:packing", QueueEndpoint.class);
        packing.setTimesWaiting(true);
        template.requestBody("seda:packing", "dates");
        assertThat(packing.getWaitingTimes().count()).isEqualTo(1);
        // endregion
    }

    @Test
    void jmx() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").routeId("orders").to("seda:packing"));
        // region jmx
        context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
        context.start();
        template.sendBody("direct:orders", "dates");

        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        String names = "io.mehari:context=\"" + context.getName() + "\",";
        ObjectName route = new ObjectName(names + "type=route,name=\"orders\"");
        ObjectName queue = new ObjectName(names + "type=endpoint,name=\"seda:packing\"");
        assertThat(server.getAttribute(route, "ExchangesCompleted")).isEqualTo(1L);
        assertThat(server.getAttribute(queue, "Size")).isEqualTo(1);
        server.invoke(queue, "purge", null, null);
        // endregion
    }

    @Test
    void micrometer() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        context.addRoutes(r -> r.from("direct:orders").routeId("orders").to("seda:packing"));
        // region micrometer
        context.getRoutingContextExtension().addLifecycleStrategy(new MicrometerMetrics(registry));
        context.start();
        template.sendBody("direct:orders", "dates");

        FunctionCounter completed = registry.get("mehari.exchanges")
                .tags("route", "orders", "outcome", "completed")
                .functionCounter();
        assertThat(completed.count()).isEqualTo(1);
        Gauge size =
                registry.get("mehari.queue.size").tag("queue", "seda:packing").gauge();
        assertThat(size.value()).isEqualTo(1);
        // endregion
    }

    @Test
    void eventsOfSteps() throws Exception {
        List<String> packed = new ArrayList<>();
        // region steps
        context.getRoutingContextExtension().addEventNotifier(new EventNotifier() {
            @Override
            public void onStepCompleted(Exchange exchange, String stepId) {
                packed.add(stepId + " of " + exchange.getBody());
            }
        });
        context.addRoutes(
                r -> r.from("direct:orders").step("packing").to("log:packed").end());
        // endregion
        context.start();
        template.sendBody("direct:orders", "dates");
        assertThat(packed).containsExactly("packing of dates");
    }

    @Test
    void aRecording(@TempDir Path folder) throws Exception {
        context.addRoutes(r -> {
            r.from("direct:orders").to("direct:stock");
            r.from("direct:stock").throwException(new IllegalStateException("no dates left"));
        });
        Path file = folder.resolve("mehari.jfr");
        // region jfr
        context.getRoutingContextExtension().addEventNotifier(new FlightRecorderEvents());
        context.start();
        try (Recording recording = new Recording()) {
            recording.enable("mehari.Exchange");
            recording.enable("mehari.Send");
            recording.start();
            template.send("direct:orders", exchange -> exchange.setBody("dates"));
            recording.dump(file);
        }
        // endregion
        StringBuilder text = new StringBuilder();
        for (RecordedEvent each : RecordingFile.readAllEvents(file)) {
            text.append(each).append('\n');
        }
        String shown = new Page(Samples.root().resolve("docs/guide/observing.md")).block("jfr.txt");
        assertThat(masked(text.toString())).isEqualTo(masked(shown));
    }

    /** Numbers, units and thread names differ from run to run. */
    private static String masked(String text) {
        return text.replaceAll("\\d+([.,]\\d+)?( (ns|us|μs|ms|s)\\b)?", "n")
                .replaceAll(" \\(n-n-n\\)", "")
                .replaceAll("exchangeId = .*", "exchangeId")
                .replaceAll("eventThread = .*", "eventThread")
                .strip();
    }

    @Test
    void history() throws Exception {
        List<Object> steps = new ArrayList<>();
        context.addRoutes(r -> r.from("direct:orders")
                .routeId("orders")
                .setBody(exchange -> "figs")
                .to("mock:desk")
                .process(exchange -> steps.add(exchange.getProperty(Exchange.MESSAGE_HISTORY))));
        // region history
        context.getRoutingContextExtension().setMessageHistory(true); // before routes start
        context.start();
        template.sendBody("direct:orders", "dates");
        // endregion
        @SuppressWarnings("unchecked")
        List<MessageHistory> history = (List<MessageHistory>) steps.get(0);
        assertThat(history).extracting(MessageHistory::node).contains("setBody", "to[mock:desk]");
    }

    @Test
    void notifier() throws Exception {
        List<String> slow = new ArrayList<>();
        context.addRoutes(r -> r.from("direct:orders").to("mock:desk"));
        // region notifier
        context.getRoutingContextExtension().addEventNotifier(new EventNotifier() {
            @Override
            public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
                if (nanos > 0) {
                    slow.add(endpoint + " took " + nanos + " ns");
                }
            }
        });
        context.start(); // a notifier applies to routes that start after it was added
        // endregion
        template.sendBody("direct:orders", "dates");
        assertThat(slow).hasSize(2);
        assertThat(slow.get(0)).startsWith("mock:desk took");
        assertThat(slow.get(1)).as("what the template sent").startsWith("direct:orders took");
    }
}
