package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.ProducerTemplate;
import io.mehari.RouteStats;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeFactory;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S6: a queue that is written and not read is warned of, at the start and when a message waits. */
@Timeout(60)
class UnreadQueueTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext("shop");
    private final CapturedLog log = new CapturedLog("io.mehari");

    @AfterEach
    void close() {
        context.close();
        log.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void s6_aQueueThatNoRouteReadsIsWarnedOfAtTheStart(String scheme) throws Exception {
        context.addRoutes(r -> {
            r.from("direct:in").to(scheme + ":ordrs");
            r.from(scheme + ":orders").to("log:orders");
        });
        context.start();
        assertThat(log.messages())
                .containsExactly(
                        "Context shop: nothing reads " + scheme + ":ordrs, and messages are sent there; did you"
                                + " mean '" + scheme + ":orders'? Or else add a route with from(\"" + scheme
                                + ":ordrs\"), or receive from it with a ConsumerTemplate [MH-50]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void s6_aQueueThatNothingReadsIsWarnedOfIfItsSchemeIsFirstUsedByThatStep(String scheme) throws Exception {
        context.addRoutes(r -> r.from("direct:in").to(scheme + ":nobody"));
        context.start();
        assertThat(log.messages()).singleElement().asString().contains("nothing reads " + scheme + ":nobody");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void s6_aMessageThatWaitsIsWarnedOfIfTheRouteCameAfterTheStart(String scheme) throws Exception {
        context.start();
        context.addRoutes(r -> r.from("direct:in").to(scheme + ":nobody"));
        context.createProducerTemplate().sendBody("direct:in", "dates");
        log.await("nothing reads " + scheme + ":nobody, and a message has waited for a second");
    }

    @Test
    void s4_aMessageThatIsReleasedWhileItIsCountedHasNoAge() throws Exception {
        ArrayBlockingQueue<Exchange> own = new ArrayBlockingQueue<>(10);
        context.getRegistry().bind("own", own);
        context.getRoutingContextExtension().setExchangePool(16, true);
        context.start();
        QueueEndpoint endpoint = context.getEndpoint("seda:own?queue=#own", QueueEndpoint.class);
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        Exchange released = exchanges.create(ExchangePattern.InOnly);
        own.add(released);
        exchanges.release(released);
        assertThat(endpoint.stats().oldestMillis()).isZero();
        assertThat(context.stats().refused()).isZero();
        own.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"size", "iterator"})
    void s4_aUsersQueueThatCannotBeCountedKeepsNoContextFromStopping(String throwing) throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        context.getRegistry().bind("own", new ArrayBlockingQueue<Exchange>(10) {
            private static final long serialVersionUID = 1;

            @Override
            public int size() {
                return checked("size", super.size());
            }

            @Override
            public Iterator<Exchange> iterator() {
                return checked("iterator", super.iterator());
            }

            private <T> T checked(String method, T result) {
                if (broken.get() && method.equals(throwing)) {
                    throw new IllegalStateException("on purpose");
                }
                return result;
            }
        });
        context.addRoutes(r -> r.from("direct:in").to("seda:a?queue=#own"));
        context.start();
        broken.set(true);
        assertThat(context.stats().refused()).isZero();
        context.stop();
        assertThat(context.getStatus().isStopped()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void s6_aMessageThatWaitsForASecondWhereNothingReadsIsWarnedOf(String scheme) throws Exception {
        context.addRoutes(r -> r.from(scheme + ":orders").to("log:orders?level=OFF"));
        context.start();
        for (int i = 0; i < 3; i++) {
            context.createProducerTemplate().sendBody(scheme + ":ordrs", "dates");
            context.createProducerTemplate().sendBody(scheme + ":orders", "dates");
        }
        log.await("a message has waited for a second; did you mean '" + scheme + ":orders'?");
        assertThat(log.messages()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void s6_whatAQueueRefusesAndWhatExpiresIsCounted(String scheme) throws Exception {
        context.getRoutingContextExtension().setClock(() -> System.currentTimeMillis() - 5_000);
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        String queue = scheme + ":a?size=2&blockWhenFull=false";
        QueueEndpoint endpoint = context.getEndpoint(queue, QueueEndpoint.class);
        assertThat(endpoint.stats().oldestMillis()).isZero();
        for (int i = 0; i < endpoint.stats().capacity(); i++) {
            template.sendBody(queue, "dates");
        }
        assertThat(endpoint.stats().oldestMillis()).isBetween(5_000L, 120_000L);
        assertThatThrownBy(() -> template.sendBody(queue, "dates")).hasRootCauseInstanceOf(QueueFullException.class);
        assertThat(endpoint.stats().refused()).isEqualTo(1);
        assertThatThrownBy(() -> template.requestBody(scheme + ":b?timeout=20", "dates"))
                .hasRootCauseInstanceOf(ExchangeTimedOutException.class);
        assertThat(context.getEndpoint(scheme + ":b?timeout=20", QueueEndpoint.class)
                        .stats()
                        .expired())
                .isEqualTo(1);
        endpoint.purgeQueue();
        RouteStats all = context.stats();
        assertThat(List.of(all.refused(), all.expired(), all.discarded()))
                .containsExactly(1L, 1L, (long) endpoint.stats().capacity());
    }

    @Test
    void s3_queuesThatMessagesNameAreNotWarnedOfWithoutEnd() throws Exception {
        context.addRoutes(r -> r.from("seda:in").to("log:in"));
        context.start();
        for (int i = 0; i < 40; i++) {
            context.createProducerTemplate().sendBody("seda:of-customer-" + i + "?size=1", "dates");
        }
        CountDownLatch later = new CountDownLatch(1);
        context.getRoutingContextExtension().getThreadPools().schedule(later::countDown, 1_100);
        assertThat(later.await(30, TimeUnit.SECONDS)).isTrue();
        log.await("nothing reads seda:of-customer-0");
        assertThat(log.messages()).hasSizeBetween(1, 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seda:read",
                "seda:late",
                "seda:polled",
                "seda:optional?discardIfNoConsumers=true",
                "seda:optional?failIfNoConsumers=true",
                "seda:own?queue=#own"
            })
    void s6_whatHasAReaderOrNeedsNoneIsNotWarnedOf(String uri) throws Exception {
        context.getRegistry().bind("own", new ArrayBlockingQueue<>(10));
        context.addRoutes(r -> {
            r.from("direct:in").to(uri);
            r.from("seda:read").to("log:read?level=OFF");
            r.from("seda:late").autoStartup(false).to("log:late");
        });
        if (uri.equals("seda:polled")) {
            context.getEndpoint(uri).createPollingConsumer().start();
        }
        context.start();
        assertThat(log.messages()).isEmpty();
        if (!uri.contains("?failIf")) {
            context.createProducerTemplate().sendBody("direct:in", "dates");
        }
        context.createProducerTemplate().sendBody("seda:witness", "dates");
        log.await("nothing reads seda:witness");
        assertThat(log.messages()).hasSize(1);
    }
}
