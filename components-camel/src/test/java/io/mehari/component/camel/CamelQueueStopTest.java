package io.mehari.component.camel;

import static io.mehari.component.camel.CamelRoutesTest.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ServiceStatus;
import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.LifecycleStrategySupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What waits in a queue of Camel at a stop: it has been accepted, so a stop takes it (law S3). */
@Timeout(60)
class CamelQueueStopTest {
    private static final int MANY = 1_000;
    private static final String QUEUE = "camel:seda:work?size=2000&pollTimeout=1";

    private final DefaultRoutingContext context = new DefaultRoutingContext("shop");
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch camelStops = new CountDownLatch(1);
    private final AtomicInteger entered = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    @AfterEach
    void stop() {
        goOn.countDown();
        context.getShutdownStrategy().setTimeout(Duration.ZERO);
        context.stop();
    }

    private CamelContext camel() {
        return ((CamelComponent) context.hasComponent("camel")).getCamelContext();
    }

    private DefaultCamelContext ownCamel() {
        DefaultCamelContext own = new DefaultCamelContext();
        own.addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onContextStopping(CamelContext stopping) {
                camelStops.countDown();
            }
        });
        return own;
    }

    private void slow(Exchange exchange) throws InterruptedException {
        entered.incrementAndGet();
        assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
        done.incrementAndGet();
    }

    /** Starts a route that waits, and fills the queue before it. */
    private void fill(String uri, int messages) throws Exception {
        context.addRoutes(route -> route.from(uri).routeId("slow").process(this::slow));
        context.start();
        send(camel(), messages);
    }

    private void send(CamelContext camel, int messages) throws Exception {
        try (ProducerTemplate template = camel.createProducerTemplate()) {
            for (int i = 0; i < messages; i++) {
                template.sendBody("seda:work?size=2000", i);
            }
        }
        await(() -> entered.get() > 0);
    }

    /** Returns when the stop has begun. */
    private Thread stopping(Runnable stop) throws InterruptedException {
        Thread stopping = new Thread(stop);
        stopping.start();
        await(() -> context.getRoute("slow").getStatus() != ServiceStatus.Started || camelStops.getCount() == 0);
        return stopping;
    }

    enum What {
        ROUTE,
        MEHARI,
        CAMEL
    }

    @ParameterizedTest
    @EnumSource
    void s3_aStopTakesWhatWaitsInAQueueOfCamel(What what) throws Exception {
        if (what == What.CAMEL) {
            DefaultCamelContext own = ownCamel();
            own.start();
            context.getRegistry().bind("camelContext", own);
        }
        fill(QUEUE, MANY);
        Thread stopping = stopping(
                switch (what) {
                    case ROUTE -> () -> context.getRouteController().stopRoute("slow");
                    case MEHARI -> context::stop;
                    case CAMEL -> camel()::stop;
                });
        goOn.countDown();
        stopping.join();
        assertThat(done).hasValue(MANY);
    }

    /** It comes when the queue is empty, and its consumer is told to stop. */
    @Test
    void s3_aMessageInFlightMayStillGoThroughAQueueOfCamel() throws Exception {
        context.addRoutes(route -> {
            route.from("direct:a").routeId("slow").process(this::slow).to(QUEUE);
            route.from(QUEUE).process(exchange -> done.incrementAndGet());
        });
        context.start();
        Thread sending = new Thread(() -> context.createProducerTemplate().sendBody("direct:a", "x"));
        sending.start();
        await(() -> entered.get() > 0);
        Thread stopping = stopping(context::stop);
        goOn.countDown();
        stopping.join();
        sending.join();
        assertThat(done).hasValue(2);
    }

    /** A route of Camel that reads the queue, and sends what it reads to a route of Mehari. */
    @Test
    void s3_aStopTakesWhatARouteOfCamelReadsFromItsQueue() throws Exception {
        DefaultCamelContext own = ownCamel();
        own.getRegistry().bind("shop", context);
        own.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:work?size=2000").to("mehari:direct:slow");
            }
        });
        context.addRoutes(route -> route.from("direct:slow").routeId("slow").process(this::slow));
        own.start();
        try (ProducerTemplate template = own.createProducerTemplate()) {
            for (int i = 0; i < MANY; i++) {
                template.sendBody("seda:work?size=2000", i);
            }
        }
        await(() -> entered.get() > 0);
        Thread stopping = stopping(own::stop);
        goOn.countDown();
        stopping.join();
        assertThat(done).hasValue(MANY);
    }

    @Test
    void s6_whatIsLeftAtTheLimitIsReported() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                said.add(String.valueOf(line.getMessage()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger("io.mehari.context");
        log.addHandler(handler);
        try {
            fill(QUEUE, 10);
            context.getShutdownStrategy().setTimeout(Duration.ofMillis(50));
            camel().getShutdownStrategy().setTimeout(1);
            context.stop();
        } finally {
            log.removeHandler(handler);
        }
        assertThat(said).anyMatch(line -> line.contains("by route: {slow=10}"));
    }

    @Test
    void aSuspendedRouteTakesNothingFromTheQueueAndAStopDoesNotWaitForIt() throws Exception {
        fill(QUEUE, 10);
        context.getRouteController().suspendRoute("slow");
        goOn.countDown();
        await(() -> done.get() == 1);
        long begin = System.nanoTime();
        context.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        assertThat(done).hasValue(1);
    }

    /** Camel empties such a queue when it is asked for its size. */
    @Test
    void countsOfARouteAreTakenWithoutAskingTheQueue() throws Exception {
        String purged = "camel:seda:work?size=2000&purgeWhenStopping=true";
        fill(purged, 10);
        assertThat(context.getRoute("slow").stats().inflight()).isEqualTo(1);
        goOn.countDown();
        await(() -> done.get() == 10);
    }
}
