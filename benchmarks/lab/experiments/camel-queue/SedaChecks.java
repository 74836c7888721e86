package io.mehari.lab.camel.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeTimedOutException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;

/**
 * Checks what users rely on in seda. It runs in each JVM before the measurement, so both before and after the change.
 */
final class SedaChecks {
    private static final int MESSAGES = 2000;
    private static final int SIZE = 16;

    private final CamelContext context;
    private final ProducerTemplate template;
    private final List<Object> ordered = new ArrayList<>();
    private final Set<Object> distinct = ConcurrentHashMap.newKeySet();
    private final CountDownLatch inOrder = new CountDownLatch(MESSAGES);
    private final CountDownLatch byThree = new CountDownLatch(MESSAGES);
    private final CountDownLatch release = new CountDownLatch(1);

    private SedaChecks(CamelContext context) {
        this.context = context;
        this.template = context.createProducerTemplate();
    }

    /** Fails if the seda component of this context does not work as expected. */
    static void check(CamelContext context) throws Exception {
        new SedaChecks(context).check();
    }

    private void check() throws Exception {
        context.addRoutes(routes());
        messagesArriveOnceAndInOrder();
        repliesAndFailuresComeBack();
        aFullQueueRefusesDiscardsOrTimesOut();
        whatIsInTheQueueIsProcessedBeforeAStop();
        for (String each : List.of("ordered", "three", "reply", "fail", "blocked", "drained")) {
            context.getRouteController().stopRoute(each);
            context.removeRoute(each);
        }
    }

    private RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("seda:ordered?size=" + SIZE).routeId("ordered").process(exchange -> {
                    ordered.add(bodyOf(exchange));
                    inOrder.countDown();
                });
                from("seda:three?size=" + SIZE + "&concurrentConsumers=3").routeId("three").process(exchange -> {
                    distinct.add(bodyOf(exchange));
                    byThree.countDown();
                });
                from("seda:reply").routeId("reply").setBody(body().append("!")).setHeader("from", constant("reply"));
                from("seda:fail").routeId("fail").process(exchange -> {
                    throw new IllegalStateException("on purpose");
                });
                from("seda:blocked?size=1").routeId("blocked").process(exchange -> release.await());
                from("seda:drained")
                        .routeId("drained")
                        .autoStartup(false)
                        .process(exchange -> ordered.add(bodyOf(exchange)));
            }
        };
    }

    private static Object bodyOf(Exchange exchange) {
        return exchange.getMessage().getBody();
    }

    private void messagesArriveOnceAndInOrder() throws InterruptedException {
        for (int i = 0; i < MESSAGES; i++) {
            template.sendBody("seda:ordered?blockWhenFull=true", i);
            template.sendBody("seda:three?blockWhenFull=true", i);
        }
        hold("all arrive", inOrder.await(30, TimeUnit.SECONDS) && byThree.await(30, TimeUnit.SECONDS));
        hold("in order, once", ordered.equals(IntStream.range(0, MESSAGES).boxed().toList()));
        hold("once, with three consumers", distinct.size() == MESSAGES);
    }

    private void repliesAndFailuresComeBack() {
        Exchange reply = template.request("seda:reply", exchange -> exchange.getMessage().setBody("hello"));
        hold("a reply", "hello!".equals(bodyOf(reply)) && "reply".equals(reply.getMessage().getHeader("from")));
        Exchange waited = template.send("seda:reply?waitForTaskToComplete=Always", exchange -> exchange.getMessage()
                .setBody("a"));
        hold("a reply to a caller that always waits", "a!".equals(bodyOf(waited)));
        Exchange failed = template.request("seda:fail", exchange -> {});
        hold("a failure", failed.getException() instanceof IllegalStateException);
        Exchange none = template.send("seda:nobody?failIfNoConsumers=true", exchange -> {});
        hold("no consumer", none.getException() != null);
    }

    private void aFullQueueRefusesDiscardsOrTimesOut() {
        Exchange late = template.request("seda:blocked?timeout=50", exchange -> {});
        hold("a timeout", late.getException() instanceof ExchangeTimedOutException);
        Exchange removed = template.request("seda:blocked?timeout=50", exchange -> {});
        hold("a timeout in the queue", removed.getException() instanceof ExchangeTimedOutException);
        template.sendBody("seda:blocked", "in the place of the one that was removed");
        Exchange refused = template.send("seda:blocked", exchange -> {});
        hold("full", refused.getException() instanceof IllegalStateException);
        Exchange waited = template.send("seda:blocked?blockWhenFull=true&offerTimeout=50", exchange -> {});
        hold("full for a while", waited.getException() instanceof IllegalStateException);
        Exchange discarded = template.send("seda:blocked?discardWhenFull=true", exchange -> {});
        hold("discarded", discarded.getException() == null);
        release.countDown();
    }

    private void whatIsInTheQueueIsProcessedBeforeAStop() throws Exception {
        ordered.clear();
        for (int i = 0; i < MESSAGES / 4; i++) {
            template.sendBody("seda:drained", i);
        }
        context.getRouteController().startRoute("drained");
        context.getRouteController().stopRoute("drained");
        hold("drained", ordered.equals(IntStream.range(0, MESSAGES / 4).boxed().toList()));
    }

    private static void hold(String what, boolean holds) {
        if (!holds) {
            throw new AssertionError("seda does not do what it should: " + what);
        }
    }
}
