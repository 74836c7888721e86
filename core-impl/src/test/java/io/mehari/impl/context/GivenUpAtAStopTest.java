package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Component;
import io.mehari.EndedByStopException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ProducerTemplate;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.builder.ThreadsDefinition;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.engine.Waits;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ShutdownAware;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only work that may have no end is given up by a stop whose limit is over, and the context forgets it. */
@Timeout(60)
class GivenUpAtAStopTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    private final DefaultRoutingContext context = new DefaultRoutingContext("shop");
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<@Nullable Object> journal = new CopyOnWriteArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        context.getShutdownStrategy().setTimeout(Duration.ZERO);
        context.stop();
    }

    private void start(Routes routes) {
        context.getShutdownStrategy().setTimeout(SHORT);
        context.addRoutes(routes);
        context.start();
    }

    /** Sends a message, and returns when it is within the route. */
    private CompletableFuture<Exchange> send() throws Exception {
        CompletableFuture<Exchange> sent = CompletableFuture.supplyAsync(() -> template.send("direct:a", x -> {}));
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        return sent;
    }

    private void enter(Exchange exchange) {
        entered.countDown();
    }

    private void block(Exchange exchange) throws Exception {
        entered.countDown();
        assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private boolean stopRoute() {
        return context.getRouteController().stopRoute("a", SHORT);
    }

    /** Steps that send two messages to direct:end. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    enum Finite {
        MULTICAST(steps -> steps.multicast().to("direct:end").to("direct:end").end()),
        PARALLEL_MULTICAST(steps -> steps.multicast()
                .parallelProcessing()
                .to("direct:end")
                .to("direct:end")
                .end()),
        RECIPIENT_LIST(steps -> steps.recipientList(constant("direct:end,direct:end?block=false"))),
        SPLIT(steps -> steps.split(exchange -> List.of(1, 2)).to("direct:end").end()),
        PARALLEL_SPLIT(steps -> steps.split(exchange -> List.of(1, 2))
                .parallelProcessing()
                .to("direct:end")
                .end()),
        SPLIT_OF_AN_ITERATOR(steps -> steps.split(exchange -> List.of(1, 2).iterator())
                .to("direct:end")
                .end()),
        LOOP(steps -> steps.loop(2).to("direct:end").end());

        final UnaryOperator<ProcessorDefinition<?>> steps;

        Finite(UnaryOperator<ProcessorDefinition<?>> steps) {
            this.steps = steps;
        }
    }

    @ParameterizedTest
    @EnumSource
    void s4_theStepsOfAnErrorHandlerGoOn(Finite finite) throws Exception {
        start(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.from("direct:a")
                    .routeId("a")
                    .loopDoWhile(exchange -> true)
                    .process(this::enter)
                    .end();
            var unused = finite.steps.apply(r.from("direct:dead"));
            r.from("direct:end").process(exchange -> journal.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT)));
        });
        CompletableFuture<Exchange> sent = send();
        stopRoute();
        assertThat(sent.get(10, TimeUnit.SECONDS).getException()).isNull();
        assertThat(journal).hasSize(2).hasOnlyElementsOfType(EndedByStopException.class);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SPLIT_OF_AN_ITERATOR", "LOOP"})
    void s4_aKnownNumberOfChildrenComesToItsEnd(Finite finite) throws Exception {
        start(r -> {
            var unused = finite.steps.apply(r.from("direct:a").routeId("a").process(this::block));
            r.from("direct:end").process(exchange -> journal.add("end"));
        });
        CompletableFuture<Exchange> sent = send();
        assertThat(stopRoute()).isFalse();
        release.countDown();
        assertThat(sent.get(10, TimeUnit.SECONDS).getException()).isNull();
        assertThat(journal).hasSize(2);
    }

    // ---- waits for a thread

    private void blockForGood() {
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                // as code of users does
            }
        }
    }

    /** Where threads(1) takes its thread from, and how it stops. */
    enum Thread1 {
        OWN,
        OWN_OF_THE_CONTEXT,
        GIVEN
    }

    /** The one thread is blocked, and does not heed the interrupt. */
    @ParameterizedTest
    @EnumSource
    void r6_noStepRunsForAMessageThatWaitsForAThreadBeyondTheLimit(Thread1 from) throws Exception {
        ExecutorService given = Executors.newSingleThreadExecutor();
        start(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            ThreadsDefinition threads = r.from("direct:a").routeId("a").threads(1);
            if (from == Thread1.GIVEN) {
                threads.executorService(given);
            }
            threads.process(exchange -> {
                journal.add(exchange.getBody());
                entered.countDown();
                blockForGood();
            });
            r.from("direct:dead").process(exchange -> journal.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT)));
        });
        List<CompletableFuture<Exchange>> sent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Exchange exchange = new DefaultExchange(context);
            exchange.setBody(i);
            sent.add(template.asyncSend("direct:a", exchange));
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        }
        if (from == Thread1.OWN_OF_THE_CONTEXT) {
            context.stop();
        } else {
            assertThat(stopRoute()).isFalse();
        }
        if (from == Thread1.GIVEN) {
            release.countDown();
        }
        for (CompletableFuture<Exchange> each : sent.subList(1, 3)) {
            assertThat(each.get(30, TimeUnit.SECONDS).getException()).isNull();
        }
        assertThat(journal).hasSize(3).startsWith(0);
        assertThat(journal.subList(1, 3)).hasOnlyElementsOfType(EndedByStopException.class);
        release.countDown();
        assertThat(sent.get(0).get(30, TimeUnit.SECONDS).getException()).isNull();
        given.shutdown();
    }

    // ---- error handlers that lead to themselves

    /** What handles the failure of a route, or comes after it, and leads to that route. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    enum Circle {
        DEAD_LETTER(r -> r.errorHandler(deadLetterChannel("direct:a"))),
        ON_EXCEPTION(r -> r.onException(Exception.class).handled(true).to("direct:a")),
        REDELIVERY(r -> r.onException(Exception.class)
                .maximumRedeliveries(2)
                .redeliveryDelay(1)
                .handled(true)
                .to("direct:a")),
        OF_TWO_ROUTES(r -> r.onException(Exception.class).handled(true).to("direct:b")),
        SPLIT(r -> r.onException(Exception.class)
                .handled(true)
                .split(constant(List.of(1, 2)))
                .parallelProcessing()
                .to("direct:a")
                .end()),
        ENRICH(r -> r.onException(Exception.class).handled(true).enrich("direct:a", (old, more) -> old)),
        WIRE_TAP(r -> r.onException(Exception.class).handled(true).wireTap("direct:a")),
        ON_COMPLETION(r -> r.onCompletion().to("direct:a").end());

        final Consumer<RouteBuilder> handler;

        Circle(Consumer<RouteBuilder> handler) {
            this.handler = handler;
        }
    }

    @ParameterizedTest
    @EnumSource
    void s1_whatHandlesAFailureMayLeadToItself(Circle circle) throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            start(r -> {
                circle.handler.accept(r);
                r.from("direct:a").routeId("a").delay(1).process(exchange -> {
                    journal.add("a");
                    throw new IllegalStateException("on purpose");
                });
                r.from("direct:b").to("direct:a");
            });
            Exchange sent = new DefaultExchange(context);
            template.asyncSend("direct:a", sent).get(20, TimeUnit.SECONDS);
            context.getShutdownStrategy().setTimeout(Duration.ofSeconds(30));
            context.stop();
            assertThat(context.stats().inflight()).isZero();
            assertThat(journal).hasSizeLessThan(20);
            assertThat(log.messages()).hasSizeLessThan(20);
        }
    }

    // ---- what the context remembers

    private boolean remembers() {
        AbstractRoutingContext here = context;
        Waits waits = here.services.waits;
        return waits.hasGivenUp();
    }

    private void startWithAMessageThatStays() throws Exception {
        start(r -> r.from("direct:a").routeId("a").process(this::block));
        var unused = send();
    }

    @Test
    void r6_aRouteThatIsRemovedIsForgotten() throws Exception {
        startWithAMessageThatStays();
        assertThat(stopRoute()).isFalse();
        assertThat(remembers()).isTrue();
        context.removeRoute("a");
        assertThat(remembers()).isFalse();
    }

    @Test
    void r6_aRouteThatStartsIsForgotten() throws Exception {
        startWithAMessageThatStays();
        assertThat(stopRoute()).isFalse();
        context.getRouteController().startRoute("a");
        assertThat(remembers()).isFalse();
    }

    @Test
    void r6_allRoutesAreForgottenWhenTheContextStarts() throws Exception {
        startWithAMessageThatStays();
        context.addRoutes(r -> r.from("direct:later").autoStartup(false).process(this::enter));
        context.stop();
        assertThat(remembers()).isTrue();
        context.removeRoute("a");
        context.start();
        assertThat(remembers()).isFalse();
    }

    @Test
    void r6_aStopThatLeavesNoMessageGivesNothingUp() throws Exception {
        start(r -> r.from("direct:a").routeId("a").process(this::enter));
        send().get(10, TimeUnit.SECONDS);
        context.stop();
        assertThat(remembers()).isFalse();
    }

    // ---- what services hold

    /** {@code holding:name}: keeps what it gets. When it gives that up, its report does not end, or it throws. */
    private final class Holding extends Component {
        @Override
        public String getScheme() {
            return "holding";
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            return new Endpoint(getContext(), uri) {
                @Override
                public Producer createProducer() {
                    return new HoldingProducer(this, remaining);
                }

                @Override
                public io.mehari.Consumer createConsumer(Processor processor) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }

    private final class HoldingProducer implements Producer, ShutdownAware {
        private final Endpoint endpoint;
        private final String name;
        private volatile boolean holds;

        HoldingProducer(Endpoint endpoint, String name) {
            this.endpoint = endpoint;
            this.name = name;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public void process(Exchange exchange) {
            holds = true;
        }

        @Override
        public int getPendingExchangesSize() {
            return holds ? 1 : 0;
        }

        @Override
        public void giveUp() {
            if (name.equals("throws")) {
                throw new IllegalStateException("a fault that the test asked for");
            }
            journal.add(name);
            holds = !name.equals("reports");
        }
    }

    /** Also what was sent to an endpoint that a message names. The reports of all have one limit of two seconds. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_aStopWhoseLimitIsOverTellsAllServicesThatHoldSomething(boolean whole) {
        context.addComponent(new Holding());
        start(r -> r.from("direct:a")
                .routeId("a")
                .to("holding:throws")
                .to("holding:1")
                .to("holding:2")
                .to("holding:3")
                .recipientList(constant("holding:4,holding:throws,holding:5,holding:reports")));
        template.sendBody("direct:a", "");
        long begin = System.nanoTime();
        if (whole) {
            context.stop();
        } else {
            stopRoute();
        }
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(6));
        assertThat(journal).containsExactlyInAnyOrder("1", "2", "3", "4", "5", "reports");
    }
}
