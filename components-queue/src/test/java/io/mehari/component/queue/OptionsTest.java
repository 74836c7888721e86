package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.UnknownOptionException;
import io.mehari.impl.threads.VirtualThreads;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.ExceptionHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each option of both components: its default, its effect, and the error message for invalid values. */
@Timeout(60)
class OptionsTest {

    private Bench bench;

    @BeforeEach
    void open() {
        bench = new Bench();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    // ---- defaults

    @Test
    void theComponentsAreFoundByTheirSchemes() {
        assertThat(bench.context.hasComponent("seda")).isInstanceOf(SedaComponent.class);
        assertThat(bench.context.hasComponent("disruptor")).isInstanceOf(DisruptorComponent.class);
    }

    @Test
    void thePeersOptionsAreAllThere() {
        assertThat(new SedaComponent().getOptions())
                .extracting(EndpointOption::name)
                .contains(
                        "size",
                        "concurrentConsumers",
                        "limitConcurrentConsumers",
                        "multipleConsumers",
                        "pollTimeout",
                        "purgeWhenStopping",
                        "waitForTaskToComplete",
                        "timeout",
                        "blockWhenFull",
                        "offerTimeout",
                        "discardWhenFull",
                        "failIfNoConsumers",
                        "discardIfNoConsumers",
                        "queue",
                        "queueFactory",
                        "virtualThreadPerTask",
                        "browseLimit",
                        "exceptionHandler",
                        "bridgeErrorHandler",
                        "exchangePattern");
        assertThat(new DisruptorComponent().getOptions())
                .extracting(EndpointOption::name)
                .contains(
                        "size",
                        "concurrentConsumers",
                        "multipleConsumers",
                        "blockWhenFull",
                        "producerType",
                        "waitStrategy",
                        "waitForTaskToComplete",
                        "timeout");
    }

    @Test
    void defaultsAreThePeers() {
        QueueSettings seda = bench.endpoint("seda:a").settings();
        assertThat(bench.endpoint("seda:a").stats().capacity()).isEqualTo(1000);
        assertThat(seda.concurrentConsumers).isEqualTo(1);
        assertThat(seda.blockWhenFull).isFalse();
        assertThat(seda.discardWhenFull).isFalse();
        assertThat(seda.offerTimeoutMillis).isZero();
        assertThat(seda.pollTimeoutMillis).isEqualTo(1000);
        assertThat(seda.purgeWhenStopping).isFalse();
        assertThat(seda.waitForTaskToComplete).isEqualTo(WaitForTaskToComplete.IfReplyExpected);
        assertThat(seda.timeoutMillis).isEqualTo(30_000);
        assertThat(seda.failIfNoConsumers).isFalse();
        assertThat(seda.discardIfNoConsumers).isFalse();
        assertThat(seda.virtualThreadPerTask).isFalse();
        assertThat(seda.browseLimit).isEqualTo(100);
        assertThat(bench.endpoint("seda:a").queue().isMultiple()).isFalse();

        QueueSettings disruptor = bench.endpoint("disruptor:a").settings();
        assertThat(bench.endpoint("disruptor:a").stats().capacity()).isEqualTo(1024);
        assertThat(disruptor.blockWhenFull).isTrue();
        assertThat(disruptor.concurrentConsumers).isEqualTo(1);
        assertThat(disruptor.waitStrategy).isEqualTo(QueueWaitStrategy.Blocking);
        assertThat(disruptor.timeoutMillis).isEqualTo(30_000);
    }

    @Test
    void componentWideDefaultsHoldWhereTheUriSaysNothing() {
        SedaComponent seda = new SedaComponent();
        seda.setQueueSize(7);
        seda.setConcurrentConsumers(3);
        seda.setDefaultBlockWhenFull(true);
        seda.setDefaultOfferTimeout(17);
        seda.setDefaultPollTimeout(123);
        bench.context.addComponent(seda);
        QueueSettings settings = bench.endpoint("seda:a").settings();
        assertThat(bench.endpoint("seda:a").stats().capacity()).isEqualTo(7);
        assertThat(settings.concurrentConsumers).isEqualTo(3);
        assertThat(settings.blockWhenFull).isTrue();
        assertThat(settings.offerTimeoutMillis).isEqualTo(17);
        assertThat(settings.pollTimeoutMillis).isEqualTo(123);
        QueueSettings explicit = bench.endpoint(
                        "seda:b?size=5&concurrentConsumers=2&blockWhenFull=false&offerTimeout=1&pollTimeout=2")
                .settings();
        assertThat(bench.endpoint("seda:b").stats().capacity()).isEqualTo(5);
        assertThat(explicit.concurrentConsumers).isEqualTo(2);
        assertThat(explicit.blockWhenFull).isFalse();
        assertThat(explicit.offerTimeoutMillis).isEqualTo(1);
        assertThat(explicit.pollTimeoutMillis).isEqualTo(2);
        seda.setDefaultBlockWhenFull(false);
        seda.setDefaultDiscardWhenFull(true);
        assertThat(bench.endpoint("seda:c").settings().discardWhenFull).isTrue();
        assertThat(bench.endpoint("seda:d?blockWhenFull=true").settings().discardWhenFull)
                .isFalse();
        seda.setDefaultQueueFactory(ArrayBlockingQueue::new);
        assertThat(bench.endpoint("seda:e").queue().only().ring().isBorrowed()).isTrue();
    }

    @Test
    void componentWideDefaultsOfTheDisruptor() {
        DisruptorComponent disruptor = new DisruptorComponent();
        disruptor.setBufferSize(100);
        disruptor.setDefaultConcurrentConsumers(2);
        disruptor.setDefaultMultipleConsumers(true);
        disruptor.setDefaultBlockWhenFull(false);
        disruptor.setDefaultProducerType(DisruptorProducerType.Single);
        disruptor.setDefaultWaitStrategy(QueueWaitStrategy.Sleeping);
        bench.context.addComponent(disruptor);
        QueueEndpoint endpoint = bench.endpoint("disruptor:a");
        assertThat(endpoint.stats().capacity()).isEqualTo(128);
        assertThat(endpoint.settings().concurrentConsumers).isEqualTo(2);
        assertThat(endpoint.queue().isMultiple()).isTrue();
        assertThat(endpoint.settings().blockWhenFull).isFalse();
        assertThat(endpoint.settings().waitStrategy).isEqualTo(QueueWaitStrategy.Sleeping);
    }

    @Test
    void defaultsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new SedaComponent().setQueueSize(0)).hasMessageContaining("queueSize");
        assertThatThrownBy(() -> new SedaComponent().setConcurrentConsumers(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> new DisruptorComponent().setBufferSize(-1)).hasMessageContaining("bufferSize");
    }

    // ---- bad values and conflicts

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seda:a?size=0 | size must be at least 1, not 0",
                "disruptor:a?size=0 | size must be at least 1, not 0",
                "disruptor:a?size=-5 | size must be at least 1",
                "disruptor:a?size=2000000000 | at most 16777216",
                "seda:a?concurrentConsumers=0 | concurrentConsumers must be at least 1",
                "seda:a?concurrentConsumers=501 | set limitConcurrentConsumers=false",
                "seda:a?size=many | takes a whole number",
                "seda:a?blockWhenFull=maybe | true or false",
                "seda:a?waitForTaskToComplete=Sometimes | [Never, IfReplyExpected, Always]",
                "disruptor:a?waitStrategy=Lazy | [Blocking, Sleeping, Yielding, BusySpin]",
                "disruptor:a?producerType=Few | [Single, Multi]",
                "seda:a?blockWhenFull=true&discardWhenFull=true | exclude each other",
                "seda:a?discardIfNoConsumers=true&failIfNoConsumers=true | exclude each other",
                "seda:a?browseLimit=-1 | browseLimit must be 0",
                "seda:a?pollTimeout=0 | pollTimeout must be at least 1",
                "seda:a?queue=#nothing | the registry has no object",
                "seda: | it names no queue",
                "seda:a?bridgeErrorHandler=true&exceptionHandler=#handler | exclude each other",
                "seda:a?queue=#queue&queueFactory=#factory | exclude each other",
                "seda:a?multipleConsumers=true&queue=#queue | use queueFactory"
            })
    void whatMakesNoSenseIsRefusedWithARemedy(String uri, String message) {
        bench.context.getRegistry().bind("handler", (ExceptionHandler) (text, exchange, failure) -> {});
        bench.context.getRegistry().bind("queue", new LinkedBlockingQueue<Exchange>());
        bench.context.getRegistry().bind("factory", (BlockingQueueFactory) LinkedBlockingQueue::new);
        assertThatThrownBy(() -> bench.context.getEndpoint(uri))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining(uri)
                .hasMessageContaining(message);
    }

    @Test
    void anUnknownOptionIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> bench.context.getEndpoint("seda:a?blockWhenFul=true"))
                .isInstanceOf(UnknownOptionException.class)
                .hasMessageContaining("blockWhenFull");
        assertThatThrownBy(() -> bench.context.getEndpoint("seda:a?producerType=Single"))
                .isInstanceOf(UnknownOptionException.class);
        assertThatThrownBy(() -> bench.context.getEndpoint("disruptor:a?queue=#x"))
                .isInstanceOf(UnknownOptionException.class);
    }

    @Test
    void virtualThreadPerTaskNeedsAJdkThatHasThem() {
        assumeThat(VirtualThreads.EXIST).isFalse();
        assertThatThrownBy(() -> bench.context.getEndpoint("seda:a?virtualThreadPerTask=true"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("needs Java 21");
    }

    // ---- size, and queues shared by name

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void endpointsOfOneNameShareOneQueue(String kind) {
        bench.receiving(kind + ":a?size=4").start();
        bench.suspend("receiver");
        bench.template.sendBody(kind + ":a?timeout=5", "one");
        bench.template.sendBody(kind + "://a", "two");
        assertThat(bench.endpoint(kind + ":a").getCurrentQueueSize()).isEqualTo(2);
        assertThat(bench.endpoint(kind + ":a").stats().capacity()).isEqualTo(4);
        assertThat(bench.endpoint(kind + ":a?size=4").queue())
                .isSameAs(bench.endpoint(kind + ":a").queue());
        bench.resume("receiver");
        bench.awaitReceived(2);
    }

    @Test
    void aDifferentSizeForOneQueueIsRefused() {
        bench.context.getEndpoint("seda:a?size=4");
        assertThatThrownBy(() -> bench.context.getEndpoint("seda:a?size=5"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("seda:a is there already with size 4");
        bench.context.getEndpoint("disruptor:a?size=5");
        bench.context.getEndpoint("disruptor:a?size=8"); // rounded to the same
        assertThatThrownBy(() -> bench.context.getEndpoint("disruptor:a?size=9"))
                .isInstanceOf(InvalidOptionException.class);
    }

    @Test
    void differentValuesOfMultipleConsumersForOneQueueAreRefused() {
        bench.context.getEndpoint("seda:a?multipleConsumers=true");
        assertThatThrownBy(() -> bench.context.getEndpoint("seda:a?multipleConsumers=false"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("other endpoints of seda:a have true");
        bench.receiving("seda:b").start();
        assertThatThrownBy(() -> bench.context.getEndpoint("seda:b?multipleConsumers=true"))
                .isInstanceOf(InvalidOptionException.class);
    }

    // ---- consumers

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void concurrentConsumersAreThatMany(String kind) {
        CountDownLatch all = new CountDownLatch(5);
        AtomicInteger most = new AtomicInteger();
        bench.route(r -> r.from(kind + ":a?concurrentConsumers=5").process(exchange -> {
                    most.incrementAndGet();
                    all.countDown();
                    Bench.await(all);
                }))
                .start();
        for (int i = 0; i < 5; i++) {
            bench.template.sendBody(kind + ":a", i);
        }
        Bench.await(all);
        assertThat(most).hasValue(5);
    }

    @Test
    void manyConsumersAreAllowedWhenAskedFor() {
        assertThat(bench.endpoint("seda:a?concurrentConsumers=501&limitConcurrentConsumers=false")
                        .settings()
                        .concurrentConsumers)
                .isEqualTo(501);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void virtualThreadPerTaskTakesANewThreadForEachMessageAndKeepsTheBounds(String kind) {
        assumeThat(VirtualThreads.EXIST).isTrue();
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ConcurrentSkipListSet<Long> threads = new ConcurrentSkipListSet<>();
        String uri = kind + ":a?virtualThreadPerTask=true&concurrentConsumers=2&size=4&blockWhenFull=false";
        bench.route(r -> r.from(uri).process(exchange -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    threads.add(Thread.currentThread().getId());
                    assertThat(Thread.currentThread().isDaemon()).isTrue();
                    Bench.await(go);
                    now.decrementAndGet();
                    bench.received.add(exchange.getBody());
                }))
                .start();
        bench.template.sendBody(uri, 0);
        bench.template.sendBody(uri, 1);
        Bench.await(() -> now.get() == 2);
        for (int i = 2; i < 6; i++) {
            bench.template.sendBody(uri, i);
        }
        assertThatThrownBy(() -> bench.template.sendBody(uri, "too much")).hasCauseInstanceOf(QueueFullException.class);
        go.countDown();
        bench.awaitReceived(6);
        assertThat(most).hasValue(2);
        assertThat(threads).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void failIfNoConsumers(String kind) {
        String uri = kind + ":a?failIfNoConsumers=true";
        bench.receiving(kind + ":a").start();
        bench.template.sendBody(uri, 1);
        bench.awaitReceived(1);
        bench.context.getRouteController().stopRoute("receiver");
        assertThatThrownBy(() -> bench.template.sendBody(uri, 2))
                .hasCauseInstanceOf(QueueConsumerNotAvailableException.class)
                .hasMessageContaining("from(\"" + kind + ":a\")");
        Exchange copied = bench.exchange(3);
        bench.template.send(uri, copied);
        assertThat(copied.getException()).isInstanceOf(QueueConsumerNotAvailableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void discardIfNoConsumers(String kind) {
        String uri = kind + ":a?discardIfNoConsumers=true";
        bench.receiving(kind + ":a").start();
        bench.context.getRouteController().stopRoute("receiver");
        bench.template.sendBody(uri, 1);
        Bench.Ends ends = new Bench.Ends();
        Exchange exchange = bench.exchange(2);
        exchange.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(uri, exchange);
        assertThat(exchange.getException()).isNull();
        assertThat(ends.ends).containsExactly("failure");
        assertThat(bench.endpoint(uri).stats().discarded()).isEqualTo(2);
        assertThat(bench.endpoint(uri).getCurrentQueueSize()).isZero();
        Exchange request = bench.template.send(uri, bench.exchange(ExchangePattern.InOut, 3));
        assertThat(request.getException()).isInstanceOf(MessageDiscardedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void purgeWhenStopping(String kind) {
        String uri = kind + ":a?purgeWhenStopping=true";
        bench.receiving(uri).start();
        bench.suspend("receiver");
        Bench.Ends ends = new Bench.Ends();
        Exchange exchange = bench.exchange(1);
        exchange.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(uri, exchange);
        assertThat(bench.endpoint(uri).getCurrentQueueSize()).isEqualTo(1);
        bench.context.getRouteController().stopRoute("receiver");
        assertThat(bench.endpoint(uri).getCurrentQueueSize()).isZero();
        assertThat(ends.ends).containsExactly("failure");
        assertThat(bench.endpoint(uri).stats().discarded()).isEqualTo(1);
    }

    // ---- waiting for the reply

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void waitForTaskToComplete(String kind) {
        CountDownLatch go = new CountDownLatch(1);
        bench.route(r -> r.from(kind + ":a").process(exchange -> {
                    Bench.await(go);
                    exchange.setBody("done");
                    exchange.setProperty("seen", true);
                }))
                .start();
        Exchange never = bench.exchange(ExchangePattern.InOut, "request");
        bench.template.send(kind + ":a?waitForTaskToComplete=Never", never);
        assertThat(never.getBody()).isEqualTo("request");
        Exchange single = bench.exchange(ExchangePattern.InOut, "request");
        single.setProperty(WaitForTaskToComplete.PROPERTY, "Never");
        bench.template.send(kind + ":a", single);
        assertThat(single.getBody()).isEqualTo("request");
        go.countDown();
        Exchange always = bench.exchange(ExchangePattern.InOnly, "request");
        bench.template.send(kind + ":a?waitForTaskToComplete=Always", always);
        assertThat(always.getBody()).isEqualTo("done");
        assertThat(always.getProperty("seen")).isEqualTo(true);
        Exchange always2 = bench.exchange(ExchangePattern.InOnly, "request");
        always2.setProperty(WaitForTaskToComplete.PROPERTY, WaitForTaskToComplete.Always);
        bench.template.send(kind + ":a", always2);
        assertThat(always2.getBody()).isEqualTo("done");
        bench.template.sendBody(kind + ":a?waitForTaskToComplete=Always", "request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void aFailureIsPartOfTheReply(String kind) {
        bench.route(r -> r.from(kind + ":a").process(exchange -> {
                    throw new IllegalStateException("on purpose");
                }))
                .start();
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            assertThatThrownBy(() -> bench.template.requestBody(kind + ":a", "request"))
                    .hasRootCauseMessage("on purpose");
            assertThat(log.messages()).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void aTimeoutOfZeroOrLessIsNone(String kind) {
        CountDownLatch go = new CountDownLatch(1);
        bench.route(r -> r.from(kind + ":a").process(exchange -> Bench.await(go)))
                .start();
        var reply = Bench.async(() -> bench.template.requestBody(kind + ":a?timeout=-1", "request"));
        Bench.await(() -> bench.endpoint(kind + ":a").stats().taken() == 1);
        go.countDown();
        assertThat(Bench.result(reply)).isEqualTo("request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void exchangePatternOverridesTheMessages(String kind) {
        bench.route(r -> r.from(kind + ":a").setBody(exchange -> "reply")).start();
        Exchange oneWay = bench.exchange(ExchangePattern.InOnly, "request");
        bench.template.send(kind + ":a?exchangePattern=InOut", oneWay);
        assertThat(oneWay.getBody()).isEqualTo("reply");
        Exchange request = bench.exchange(ExchangePattern.InOut, "request");
        bench.template.send(kind + ":a?exchangePattern=InOnly", request);
        assertThat(request.getBody()).isEqualTo("request");
        assertThat(bench.endpoint(kind + ":a?exchangePattern=InOut").getExchangePattern())
                .isEqualTo(ExchangePattern.InOut);
    }

    // ---- failures

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void exceptionHandlerIsToldInsteadOfTheLog(String kind) {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        bench.context.getRegistry().bind("handler", (ExceptionHandler)
                (message, exchange, failure) -> told.add(message + exchange.getBody() + failure.getMessage()));
        Bench.Ends ends = new Bench.Ends();
        bench.route(r -> r.from(kind + ":a?exceptionHandler=#handler").process(exchange -> {
                    exchange.getExchangeExtension().addOnCompletion(ends);
                    throw new IllegalStateException("on purpose");
                }))
                .start();
        bench.template.sendBody(kind + ":a", "bad");
        Bench.await(() -> ends.ends.size() == 1 && told.size() == 1);
        assertThat(told).hasSize(1).first().asString().contains(kind + ":a", "bad", "on purpose");
        assertThat(ends.ends).containsExactly("failure");
    }

    @Test
    void q9_anExceptionHandlerThatThrowsEndsNoThread() {
        bench.context.getRegistry().bind("handler", (ExceptionHandler) (message, exchange, failure) -> {
            throw new InternalError("on purpose");
        });
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        bench.route(r -> r.from("seda:a?exceptionHandler=#handler").process(exchange -> {
                    threads.add(Thread.currentThread());
                    throw new IllegalStateException("on purpose");
                }))
                .start();
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            bench.template.sendBody("seda:a", 1);
            bench.template.sendBody("seda:a", 2);
            Bench.await(() -> threads.size() == 2 && log.messages().size() == 2);
            assertThat(log.messages()).allMatch(each -> each.contains("The exceptionHandler of a consumer failed"));
        }
        assertThat(threads.get(1)).isSameAs(threads.get(0));
    }

    // ---- a queue of one's own

    @Test
    void queueIsUsedAsItIs() {
        PriorityBlockingQueue<Exchange> byPriority =
                new PriorityBlockingQueue<>(11, Comparator.comparing(exchange -> (Integer) exchange.getBody()));
        bench.context.getRegistry().bind("mine", byPriority);
        bench.receiving("seda:a?queue=#mine&size=3").start();
        bench.suspend("receiver");
        for (int i : new int[] {3, 1, 2}) {
            bench.template.sendBody("seda:a", i);
        }
        assertThat(byPriority).hasSize(3);
        assertThatThrownBy(() -> bench.template.sendBody("seda:a", 4)).hasCauseInstanceOf(QueueFullException.class);
        bench.resume("receiver");
        bench.awaitReceived(3);
        assertThat(bench.received).containsExactly(1, 2, 3);
    }

    @Test
    void aBoundedQueueOfOnesOwnKeepsItsBound() {
        bench.context.getRegistry().bind("mine", new ArrayBlockingQueue<Exchange>(2));
        assertThat(bench.endpoint("seda:a?queue=#mine").stats().capacity()).isEqualTo(2);
        bench.context.getRegistry().bind("endless", new LinkedBlockingQueue<Exchange>());
        assertThat(bench.endpoint("seda:b?queue=#endless").stats().capacity())
                .as("nothing is unbounded")
                .isEqualTo(1000);
    }

    @Test
    void aSecondQueueForOneNameIsRefused() {
        bench.context.getRegistry().bind("mine", new ArrayBlockingQueue<Exchange>(2));
        bench.context.getEndpoint("seda:a");
        assertThatThrownBy(() -> bench.context.getEndpoint("seda:a?queue=#mine"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("is there already");
    }

    @Test
    void queueFactoryMakesAQueueForEachConsumerThatGetsCopies() {
        AtomicInteger made = new AtomicInteger();
        bench.context.getRegistry().bind("factory", (BlockingQueueFactory) capacity -> {
            made.incrementAndGet();
            return new LinkedBlockingQueue<>(capacity);
        });
        String uri = "seda:a?queueFactory=#factory&multipleConsumers=true&size=10";
        bench.route(r -> r.from(uri).process(exchange -> bench.received.add("one")));
        bench.route(r -> r.from(uri).process(exchange -> bench.received.add("two")));
        bench.start();
        bench.template.sendBody(uri, "body");
        bench.awaitReceived(2);
        assertThat(bench.received).containsExactlyInAnyOrder("one", "two");
        assertThat(made).hasValue(2);
    }

    @Test
    void whatIsPutIntoOnesOwnQueueDirectlyIsFoundAfterThePollTimeout() {
        LinkedBlockingQueue<Exchange> mine = new LinkedBlockingQueue<>();
        bench.context.getRegistry().bind("mine", mine);
        bench.receiving("seda:a?queue=#mine&pollTimeout=5").start();
        bench.template.sendBody("seda:a", "through the front door");
        bench.awaitReceived(1);
        mine.add(bench.exchange("through the window"));
        bench.awaitReceived(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aQueueOfOnesOwnThatThrowsIsReportedAndTriedAgain(boolean bridge) {
        AtomicReference<Throwable> told = new AtomicReference<>();
        AtomicBoolean broken = new AtomicBoolean(true);
        bench.context.getRegistry().bind("handler", (ExceptionHandler)
                (message, exchange, failure) -> told.set(failure));
        bench.context.getRegistry().bind("mine", new LinkedBlockingQueue<Exchange>() {
            private static final long serialVersionUID = 1L;

            @Override
            public Exchange poll() {
                if (broken.getAndSet(false)) {
                    throw new IllegalStateException("broken on purpose");
                }
                return super.poll();
            }
        });
        String option = bridge ? "bridgeErrorHandler=true" : "exceptionHandler=#handler";
        bench.route(r -> {
            r.onException(IllegalStateException.class)
                    .handled(true)
                    .process(exchange -> told.set(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class)));
            r.from("seda:a?queue=#mine&" + option)
                    .process(exchange -> bench.received.add(String.valueOf(exchange.getBody())));
        });
        bench.start();
        bench.template.sendBody("seda:a", "body");
        bench.awaitReceived(1);
        assertThat(bench.received).as("no step runs for the failure").containsExactly("body");
        assertThat(told.get()).isNotNull().hasMessage("broken on purpose");
    }

    // ---- looking

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void browseLimit(String kind) {
        bench.receiving(kind + ":a").start();
        bench.suspend("receiver");
        for (int i = 0; i < 5; i++) {
            bench.template.sendBodyAndHeader(kind + ":a", i, "Number", i);
        }
        assertThat(bench.endpoint(kind + ":a?browseLimit=3").getExchanges())
                .extracting(Exchange::getBody)
                .containsExactly(0, 1, 2);
        List<Exchange> all = bench.endpoint(kind + ":a?browseLimit=0").getExchanges();
        assertThat(all).extracting(each -> each.getHeader("Number")).containsExactly(0, 1, 2, 3, 4);
        all.get(0).setHeader("Number", "changed");
        assertThat(bench.endpoint(kind + ":a").getExchanges().get(0).getHeader("Number"))
                .isEqualTo(0);
        assertThat(bench.endpoint(kind + ":a").getCurrentQueueSize()).isEqualTo(5);
        assertThat(bench.endpoint(kind + ":a").stats().highWaterMark()).isEqualTo(5);
    }

    @Test
    void busySpinWarnsWhenThereAreNotEnoughProcessors() {
        int processors = Runtime.getRuntime().availableProcessors();
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            bench.receiving("disruptor:a?waitStrategy=BusySpin&concurrentConsumers=" + processors)
                    .start();
            assertThat(log.messages()).anyMatch(each -> each.contains("spin without pause"));
        }
        bench.template.sendBody("disruptor:a", 1);
        bench.awaitReceived(1);
    }

    @Test
    void producerTypeSingleIsSafeWithSeveralProducers() {
        bench.receiving("disruptor:a?producerType=Single&size=8").start();
        var one = Bench.async(() -> {
            for (int i = 0; i < 1_000; i++) {
                bench.template.sendBody("disruptor:a", i);
            }
            return null;
        });
        for (int i = 1_000; i < 2_000; i++) {
            bench.template.sendBody("disruptor:a", i);
        }
        Bench.result(one);
        bench.awaitReceived(2_000);
        assertThat(bench.received).doesNotHaveDuplicates();
    }

    @Test
    void threadsAreNamedAfterRouteAndQueueAndAreDaemonsAndNoneIsLeft() {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        bench.route(r -> r.from("seda:named?concurrentConsumers=2")
                        .routeId("orders")
                        .process(exchange -> threads.add(Thread.currentThread())))
                .start();
        bench.template.sendBody("seda:named", 1);
        Bench.await(() -> threads.size() == 1);
        Thread thread = threads.get(0);
        assertThat(thread.getName()).matches("bench-orders-seda:named-[12]");
        assertThat(thread.isDaemon()).isTrue();
        bench.context.stop();
        Bench.await(() -> !thread.isAlive());
    }
}
