package io.mehari.impl.component;

import static io.mehari.impl.SinkComponent.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import io.mehari.spi.Synchronization;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The component {@code timer:}. */
class TimerComponentTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext("timed");
    private final BlockingQueue<Long> ticks = new LinkedBlockingQueue<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();

    @AfterEach
    void stop() throws InterruptedException {
        context.stop();
        assertThat(overlaps.get()).as("two at once").isZero();
        assertEnded("timed-");
    }

    /** A pool has terminated a moment before its last thread has. */
    private static void assertEnded(String threadName) throws InterruptedException {
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().startsWith(threadName)) {
                each.join(10_000);
                assertThat(each.isAlive()).as("%s is left", each).isFalse();
            }
        }
    }

    private void tick(Exchange exchange) {
        if (running.incrementAndGet() > 1) {
            overlaps.incrementAndGet();
        }
        ticks.add(System.nanoTime());
        running.decrementAndGet();
    }

    private void route(String uri, Processor processor) throws Exception {
        context.addRoutes(
                r -> r.from(uri).routeId("ticking").process(this::tick).process(processor));
        context.start();
    }

    private void route(String uri) throws Exception {
        route(uri, exchange -> {});
    }

    private long nextTick() throws InterruptedException {
        Long tick = ticks.poll(10, TimeUnit.SECONDS);
        assertThat(tick).as("a tick").isNotNull();
        return tick;
    }

    private void noTickWithin(long millis) throws InterruptedException {
        assertThat(ticks.poll(millis, TimeUnit.MILLISECONDS)).isNull();
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    // ---- when

    @Test
    void theFirstComesAfterTheDelayAndTheNextAfterThePeriod() throws Exception {
        long begin = System.nanoTime();
        route("timer:t?delay=30&period=20ms&repeatCount=3");
        long first = nextTick();
        nextTick();
        long third = nextTick();
        assertThat(millis(first - begin)).isGreaterThanOrEqualTo(30);
        assertThat(millis(third - begin)).isGreaterThanOrEqualTo(70);
        noTickWithin(50);
    }

    @Test
    void withoutOptionsDelayAndPeriodAreASecond() {
        TimerEndpoint timer = (TimerEndpoint) context.getEndpoint("timer:t");
        assertThat(timer.delayMillis).isEqualTo(1000);
        assertThat(timer.periodMillis).isEqualTo(1000);
        assertThat(((TimerEndpoint) context.getEndpoint("timer:t?delay=1m&period=PT2S")).delayMillis)
                .isEqualTo(60_000);
    }

    @Test
    void theFirstComesAtItsTime() throws Exception {
        LocalDateTime soon =
                LocalDateTime.now(ZoneId.systemDefault()).plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
        route("timer:t?repeatCount=1&time=" + soon.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")));
        nextTick();
        assertThat(LocalDateTime.now(ZoneId.systemDefault())).isAfterOrEqualTo(soon.minusNanos(10_000_000));
        context.addRoutes(r -> r.from("timer:past?period=0&time=01.02.2020 10:00&pattern=dd.MM.yyyy HH:mm")
                .process(this::tick));
        nextTick();
        context.addRoutes(r -> r.from("timer:early?period=0&time=1/2/20 9:05 AM&pattern=d/M/yy h:mm a")
                .process(this::tick));
        nextTick();
        context.addRoutes(r -> r.from("timer:old?period=0&time=2020-02-01 10:00&pattern=uuuu-MM-dd HH:mm")
                .process(this::tick));
        nextTick();
        context.addRoutes(r -> r.from("timer:future?time=9999-12-31T00:00:00").process(this::tick));
        noTickWithin(30);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "time=tomorrow; takes 2026-12-24 18:00:00 or 2026-12-24T18:00:00, not 'tomorrow'",
                "time=x&pattern=dd.MM.yyyy; takes the pattern dd.MM.yyyy, not 'x'",
                "time=31.02.2027 10:00&pattern=dd.MM.yyyy HH:mm; dd.MM.yyyy HH:mm, not '31.02.2027 10:00'",
                "time=2027-02-29 10:00&pattern=uuuu-MM-dd HH:mm; takes the pattern",
                "time=2026-12-24 18:00:00&delay=5; is instead of a delay",
                "pattern=dd.MM.yyyy; needs a time"
            })
    void aTimeThatIsNoneIsRefused(String options) {
        String[] parts = options.split("; ", 2);
        assertThatThrownBy(() -> context.getEndpoint("timer:t?" + parts[0]))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining(parts[1]);
    }

    @Test
    void withoutAPeriodThereIsOne() throws Exception {
        route("timer:t?delay=0&period=0&repeatCount=3");
        nextTick();
        noTickWithin(30);
        context.addRoutes(r -> r.from("timer:u?delay=0&period=-1").process(this::tick));
        nextTick();
        noTickWithin(30);
    }

    @Test
    void aNegativeDelayIsWithoutPauseToTheEndOfTheCount() throws Exception {
        int count = 1_000;
        route("timer:t?delay=-1&period=1h&repeatCount=" + count);
        for (int i = 0; i < count; i++) {
            nextTick();
        }
        noTickWithin(20);
    }

    @Test
    void aNegativeDelayEndsWithTheRoute() throws Exception {
        route("timer:t?delay=-1", exchange -> Thread.currentThread().interrupt()); // it goes on all the same
        nextTick();
        nextTick();
        context.getRouteController().stopRoute("ticking");
        ticks.clear();
        noTickWithin(20);
        context.getRouteController().startRoute("ticking");
        nextTick();
        context.getRouteController().stopRoute("ticking");
    }

    @Test
    void atAFixedRateTheClockCountsAndWhatWasMissedIsLeftOut() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger number = new AtomicInteger();
        route("timer:t?delay=0&period=40&fixedRate=true", exchange -> {
            if (number.incrementAndGet() == 1) {
                go.await();
            }
        });
        nextTick();
        noTickWithin(220);
        long released = System.nanoTime();
        go.countDown();
        nextTick(); // the one that is late
        nextTick(); // at the next multiple of the period
        assertThat(millis(nextTick() - released)).as("no burst of those missed").isGreaterThanOrEqualTo(40);
    }

    @Test
    void withoutAFixedRateALateOneDelaysTheOthers() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger number = new AtomicInteger();
        route("timer:t?delay=0&period=30", exchange -> {
            if (number.incrementAndGet() == 1) {
                go.await();
            }
        });
        nextTick();
        noTickWithin(100);
        long released = System.nanoTime();
        go.countDown();
        nextTick();
        assertThat(millis(nextTick() - released)).isGreaterThanOrEqualTo(30);
    }

    // ---- what

    @Test
    void aMessageHasNoBodyAndNoMetadataUnlessAskedFor() throws Exception {
        AtomicReference<Exchange> seen = new AtomicReference<>();
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        CountDownLatch ticked = new CountDownLatch(1);
        route("timer:t?delay=0&repeatCount=1&exchangePattern=InOut", exchange -> {
            seen.set(exchange.copy());
            ranOn.set(Thread.currentThread());
            ticked.countDown();
        });
        assertThat(ticked.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(seen.get().getBody()).isNull();
        assertThat(seen.get().getProperties()).isEmpty();
        assertThat(seen.get().getHeaders()).isEmpty();
        assertThat(seen.get().getPattern()).isEqualTo(ExchangePattern.InOut);
        assertThat(seen.get().getFromEndpoint())
                .isSameAs(context.getEndpoint("timer:t?delay=0&repeatCount=1&exchangePattern=InOut"));
        assertThat(ranOn.get().getName()).startsWith("timed-worker-");
    }

    @Test
    void metadata() throws Exception {
        context.addRoutes(r -> r.from("timer:clock?delay=0&period=5&repeatCount=2&includeMetadata=true")
                .to("sink:clock"));
        context.start();
        List<Exchange> ticks = sink(context, "sink:clock").await(2);
        for (int i = 0; i < 2; i++) {
            Exchange tick = ticks.get(i);
            assertThat(tick.getProperty(Exchange.TIMER_NAME)).isEqualTo("clock");
            assertThat(tick.getProperty(Exchange.TIMER_PERIOD)).isEqualTo(5L);
            assertThat(tick.getProperty(Exchange.TIMER_COUNTER)).isEqualTo(i + 1L);
            assertThat(tick.getProperty(Exchange.TIMER_FIRED_TIME)).isInstanceOf(Date.class);
            assertThat(tick.getHeader(Exchange.TIMER_FIRED_TIME)).isInstanceOf(Date.class);
        }
    }

    // ---- the end of a message

    @Test
    void x1_pooledExchangesGoBackAndCompletionsRun() throws Exception {
        Exchanges pool = Pools.in(context, 4, true);
        Semaphore completed = new Semaphore(0);
        route(
                "timer:t?delay=0&period=1&repeatCount=5",
                exchange -> exchange.getExchangeExtension().addOnCompletion(new Synchronization() {
                    @Override
                    public void onComplete(Exchange done) {
                        completed.release();
                    }

                    @Override
                    public void onFailure(Exchange done) {}
                }));
        assertThat(completed.tryAcquire(5, 10, TimeUnit.SECONDS)).isTrue();
        context.stop();
        assertThat(pool.statistics().released())
                .isEqualTo(pool.statistics().acquired())
                .isEqualTo(5);
    }

    @Test
    void aFailureIsLoggedAndTheNextTickComes() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            route("timer:t?delay=0&period=1&repeatCount=2", exchange -> {
                throw new IllegalStateException("boom");
            });
            nextTick();
            nextTick();
            context.stop();
            assertThat(log.messages()).hasSize(2);
            assertThat(log.messages().get(0)).startsWith("Route ticking: ");
            assertThat(log.failures().get(0)).hasMessage("boom");
        }
    }

    @Test
    void theNextTickWaitsForARouteThatEndsElsewhere() throws Exception {
        BlockingQueue<AsyncCallback> callbacks = new LinkedBlockingQueue<>();
        AsyncProcessor suspending = new AsyncProcessor() {
            @Override
            public void process(Exchange exchange) {
                throw new AssertionError("this is asynchronous");
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                callbacks.add(callback);
                return false;
            }
        };
        for (String uri : List.of("timer:t?delay=0&period=1&repeatCount=2", "timer:u?delay=-1&repeatCount=2")) {
            Consumer consumer = context.getEndpoint(uri).createConsumer(suspending);
            consumer.start();
            AsyncCallback first = callbacks.poll(10, TimeUnit.SECONDS);
            assertThat(first).isNotNull();
            assertThat(callbacks.poll(30, TimeUnit.MILLISECONDS)).isNull();
            first.done(false);
            AsyncCallback second = callbacks.poll(10, TimeUnit.SECONDS);
            assertThat(second).isNotNull();
            second.done(false);
            consumer.stop();
        }
    }

    @Test
    void aProcessorThatIsNoRouteIsFedAsWell() throws Exception {
        Exchanges pool = Pools.in(context, 4, true);
        Processor plain = exchange -> {
            tick(exchange);
            throw new IllegalStateException("plain");
        };
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            Consumer consumer = context.getEndpoint("timer:t?delay=0&period=1&repeatCount=2")
                    .createConsumer(plain);
            assertThat(consumer.getProcessor()).isSameAs(plain);
            consumer.start();
            consumer.start();
            nextTick();
            nextTick();
            noTickWithin(20);
            consumer.stop();
            context.stop();
            assertThat(pool.statistics().released()).isEqualTo(2);
            assertThat(log.failures()).hasSize(2).allSatisfy(e -> assertThat(e).hasMessage("plain"));
        }
    }

    @Test
    void whateverTheRouteThrowsTheNextTickComes() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            Consumer consumer = context.getEndpoint("timer:t?delay=0&period=1&repeatCount=2")
                    .createConsumer(exchange -> {
                        tick(exchange);
                        throw new StackOverflowError("deep");
                    });
            consumer.start();
            nextTick();
            nextTick();
            consumer.stop();
            context.stop();
            assertThat(log.failures()).hasSize(2).allSatisfy(e -> assertThat(e).hasRootCauseMessage("deep"));
        }
    }

    // ---- life

    @Test
    void r6_noTickBeginsAfterAStop() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch out = new CountDownLatch(1);
        Consumer consumer = context.getEndpoint("timer:t?delay=0&period=1").createConsumer(exchange -> {
            tick(exchange);
            inRoute.countDown();
            go.await();
            out.countDown();
        });
        consumer.start();
        inRoute.await();
        consumer.stop(); // does not wait for the one that is under way
        nextTick();
        go.countDown();
        out.await();
        noTickWithin(30);
    }

    @Test
    void aStopFromWithinTheRouteDoesNotHang() throws Exception {
        AtomicReference<Consumer> consumer = new AtomicReference<>();
        consumer.set(context.getEndpoint("timer:t?delay=10&period=1").createConsumer(exchange -> {
            consumer.get().stop();
            tick(exchange);
        }));
        consumer.get().start();
        nextTick();
        noTickWithin(30);
        consumer.get().start();
        nextTick();
    }

    @Test
    void aRouteMayStopItself() throws Exception {
        route(
                "timer:t?delay=0&period=1",
                exchange -> context.getRouteController().stopRoute("ticking"));
        nextTick();
        context.stop();
        ticks.clear();
        noTickWithin(30);
    }

    @Test
    void aRestartCountsAnewAndASuspensionDoesNot() throws Exception {
        Consumer consumer =
                context.getEndpoint("timer:t?delay=0&period=5&repeatCount=2").createConsumer(this::tick);
        consumer.suspend();
        consumer.resume();
        consumer.stop();
        consumer.start();
        nextTick();
        consumer.suspend();
        ticks.clear();
        noTickWithin(30);
        consumer.resume();
        consumer.resume();
        ticks.poll(10, TimeUnit.SECONDS);
        noTickWithin(30);
        consumer.stop();
        consumer.start();
        nextTick();
        nextTick();
        noTickWithin(20);
        consumer.stop();
    }

    @Test
    void nothingTicksBeforeTheWholeContextHasStarted() throws Exception {
        AtomicReference<Object> status = new AtomicReference<>();
        CountDownLatch ticked = new CountDownLatch(1);
        CountDownLatch timerStarted = new CountDownLatch(1);
        context.addRoutes(r -> {
            r.from("timer:t?delay=0&repeatCount=1").startupOrder(1).process(exchange -> {
                status.set(context.getStatus());
                ticked.countDown();
            });
            r.from("direct:late").startupOrder(2).process(exchange -> {});
        });
        context.addComponent(new SlowComponent(timerStarted, ticked));
        context.addRoutes(r -> r.from("slow:x").startupOrder(3).process(exchange -> {}));
        context.start();
        assertThat(ticked.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(status.get()).isEqualTo(io.mehari.ServiceStatus.Started);
    }

    /** A consumer whose start takes a while, unless a tick comes. */
    private static final class SlowComponent extends io.mehari.Component {
        private final CountDownLatch started;
        private final CountDownLatch ticked;

        SlowComponent(CountDownLatch started, CountDownLatch ticked) {
            this.started = started;
            this.ticked = ticked;
        }

        @Override
        public String getScheme() {
            return "slow";
        }

        @Override
        public List<io.mehari.spi.EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public io.mehari.Endpoint createEndpoint(String uri, String remaining, io.mehari.spi.EndpointOptions options) {
            return new io.mehari.Endpoint(getContext(), uri) {
                @Override
                public io.mehari.Producer createProducer() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    io.mehari.Endpoint endpoint = this;
                    return new Consumer() {
                        @Override
                        public io.mehari.Endpoint getEndpoint() {
                            return endpoint;
                        }

                        @Override
                        public Processor getProcessor() {
                            return processor;
                        }

                        @Override
                        public void start() {
                            started.countDown();
                            try {
                                assertThat(ticked.await(50, TimeUnit.MILLISECONDS))
                                        .isFalse();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }
                    };
                }
            };
        }
    }

    @Test
    void s2_aFullPoolMakesATickLateAndDoesNotPutItOnTheTimer() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        route("timer:t?delay=0&repeatCount=1", exchange -> ranOn.set(Thread.currentThread()));
        nextTick();
        ThreadPools pools = context.getRoutingContextExtension().getThreadPools();
        for (int i = 0; i < 1_100; i++) {
            RouteThreads.resume(pools, () -> {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        context.getRouteController().stopRoute("ticking");
        context.getRouteController().startRoute("ticking");
        noTickWithin(50);
        release.countDown();
        nextTick();
        context.stop();
        assertThat(ranOn.get().getName()).contains("-worker");
    }

    @Test
    void poolsThatStopEndATimerThatNobodyStopped() throws Exception {
        context.start();
        AtomicInteger early = new AtomicInteger();
        Consumer forgotten =
                context.getEndpoint("timer:t?delay=1h").createConsumer(exchange -> early.incrementAndGet());
        forgotten.start();
        Consumer restless = context.getEndpoint("timer:u?delay=0&period=1").createConsumer(this::tick);
        restless.start();
        nextTick();
        context.stop();
        assertThat(early.get()).isZero();
        ticks.clear();
        noTickWithin(30);
        restless.stop();
        restless.start(); // on a stopped context: neither a tick nor a stack overflow
        noTickWithin(10);
    }

    // ---- misuse

    @Test
    void badOptionsAreRefused() {
        refused("timer:", "it has no name; write timer:name, as in timer:tick");
        refused("timer:t?period=abc", "option period takes a number of milliseconds or a duration such as 500ms");
        refused("timer:t?delay=1x", "option delay takes a number of milliseconds");
        refused("timer:t?repeatCount=many", "option repeatCount takes a whole number");
        refused("timer:t?fixedRate=maybe", "option fixedRate takes true or false");
        refused("timer:t?fixedRate=true&period=0", "option fixedRate needs a period above 0, not 0 ms");
        refused("timer:t?includeMetadata=1x", "option includeMetadata takes true or false");
        refused("timer:t?exchangePattern=Both", "option exchangePattern takes one of ");
        refused("timer:t?bogus=1", "there is no option 'bogus'");
    }

    private void refused(String uri, String why) {
        assertThatThrownBy(() -> context.getEndpoint(uri))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining(why);
    }

    @Test
    void nothingCanBeSentToATimer() {
        assertThatThrownBy(() -> context.getEndpoint("timer:t").createProducer())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("timer:t accepts no messages: a route can start from a timer, not send to it");
    }

    /** A message for which there is no time is not made; the next one comes. */
    @Test
    void s1_aClockThatThrowsCostsThatMessageAlone() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        context.getRoutingContextExtension().setClock(() -> {
            if (reads.incrementAndGet() == 2) {
                throw new AssertionError("clock");
            }
            return 0;
        });
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            route("timer:t?delay=0&period=1");
            for (int i = 0; i < 3; i++) {
                nextTick();
            }
            assertThat(log.messages()).singleElement().asString().startsWith("Message 2 of ");
        }
        context.stop();
        assertThat(context.stats().inflight()).isZero();
    }
}
