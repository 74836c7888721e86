package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.AggregationStrategy;
import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.NoSuchEndpointException;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingExchangeException;
import io.mehari.builder.RecipientListDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.PostComponent;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ShutdownAware;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sending to endpoints that a message names: toD, recipientList and wireTap, and the producers kept for them. */
class DynamicEndpointsTest {

    private final PooledContext mehari = new PooledContext(true);
    private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();
    private final List<Object> journal = Collections.synchronizedList(new ArrayList<>());
    private PostComponent post = new PostComponent(null);

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
        elsewhere.shutdown();
        assertThat(post.producers).as("producers that nobody stopped").hasValue(0);
    }

    private void post(boolean async) {
        post = new PostComponent(async ? elsewhere : null);
        mehari.context.addComponent(post);
    }

    private PooledContext.Outcome send(Object body, Object to) {
        return mehari.send(exchange -> {
            exchange.setBody(body);
            exchange.setHeader("to", to);
        });
    }

    private Processor after() {
        return exchange -> journal.add("after " + exchange.getBody());
    }

    private boolean isKnown(String uri) {
        return mehari.context.getEndpoints().stream()
                .map(Endpoint::getEndpointUri)
                .anyMatch(uri::equals);
    }

    // ---- toD

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void toDSendsWhereTheTextSays(boolean async) throws Exception {
        post(async);
        mehari.context.getGlobalOptions().put("scheme", "post");
        mehari.routes(r -> {
            r.from("direct:a").toD("{{scheme}}:${header.to}").toD("direct:b");
            r.from("direct:b").process(exchange -> exchange.setBody(exchange.getBody() + "."));
        });

        assertThat(send("x", "north").body()).isEqualTo("north:x.");
        assertThat(send("x", "south").body()).isEqualTo("south:x.");
        assertThat(send("x", "bad").failure()).hasMessage("bad address");
        assertThat(post.producers).hasValue(3);
    }

    @Test
    void toDWithNothingToGoToFails() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .toD()
                .allowedSchemes("post")
                .uri("${header.to}")
                .process(after()));

        assertThat(send("x", List.of()).failure()).isInstanceOf(ResolveEndpointFailedException.class);
        assertThat(mehari.send("x").failure())
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining("has no value for this message");
        assertThat(journal).isEmpty();
    }

    @Test
    void whatAMessageSaysHasNoPlaceholders() throws Exception {
        post(false);
        mehari.context.getGlobalOptions().put("password", "secret");
        mehari.routes(r -> r.from("direct:a").toD("post:${header.to}"));

        assertThat(send("x", "{{password}}").body()).isEqualTo("{{password}}:x");
    }

    // ---- the cache

    /** As many as the cache keeps. */
    private void sendToAHundredOthers() {
        for (int i = 0; i < 100; i++) {
            send("x", "other" + i);
        }
    }

    @Test
    void q1_aProducerThatHoldsMessagesIsKeptUntilTheyAreSent() throws Exception {
        post(false);
        mehari.routes(r -> r.from("direct:a").toD("post:${header.to}"));

        post.busy.addAll(List.of("1", "2"));
        send("x", "1");
        send("x", "2");
        sendToAHundredOthers();
        sendToAHundredOthers();
        assertThat(post.journal).doesNotContain("producer 1 stopped", "producer 2 stopped");
        assertThat(post.producers).hasValue(100);

        post.busy.clear();
        for (int i = 0; i < 100; i++) {
            send("x", "more" + i);
        }
        assertThat(post.journal).contains("producer 1 stopped", "producer 2 stopped");
        assertThat(post.producers).hasValue(100);
    }

    @Test
    void s3_producersThatNeverEndTheirWorkAreKeptInABoundedNumber() throws Exception {
        post(false);
        mehari.routes(r -> r.from("direct:a").toD("post:${header.to}"));

        for (int i = 0; i < 1100; i++) {
            post.busy.add("busy" + i);
            send("x", "busy" + i);
        }
        assertThat(post.producers).hasValue(1000);
        post.busy.clear();
    }

    /** An endpoint of a user's that cannot say whether it holds messages, nor what it is. */
    private final class OddEndpoint extends Endpoint implements ShutdownAware {
        OddEndpoint(String uri) {
            super(mehari.context, uri);
        }

        @Override
        public Producer createProducer() {
            Endpoint endpoint = this;
            return new Producer() {
                @Override
                public Endpoint getEndpoint() {
                    return endpoint;
                }

                @Override
                public void start() {}

                @Override
                public void process(Exchange exchange) {
                    journal.add("sent");
                }

                @Override
                public void stop() {
                    journal.add("stopped");
                    throw new IllegalStateException("on purpose");
                }
            };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int getPendingExchangesSize() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public void stop() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void s4_anEndpointThatThrowsWhenItIsGivenBackFailsNoMessageAndKeepsNothing() throws Exception {
        mehari.context.addComponent(new Component() {
            @Override
            public String getScheme() {
                return "odd";
            }

            @Override
            public List<EndpointOption<?>> getOptions() {
                return List.of();
            }

            @Override
            public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
                return new OddEndpoint(uri);
            }
        });
        mehari.routes(r -> r.from("direct:a").toD("odd:${header.to}"));

        for (int i = 0; i < 150; i++) {
            assertThat(send("x", i).failure()).isNull();
        }
        assertThat(Collections.frequency(journal, "sent")).isEqualTo(150);
        assertThat(Collections.frequency(journal, "stopped")).isEqualTo(50);
        assertThat(send("x", 0).failure())
                .as("its name is not claimed for ever")
                .isNull();

        mehari.context.stop();
        assertThat(Collections.frequency(journal, "stopped")).isEqualTo(151);
    }

    @Test
    void producersAreKeptInABoundedNumber() throws Exception {
        post(false);
        mehari.routes(r -> r.from("direct:a").toD("post:${header.to}"));

        send("x", "1");
        send("x", "2");
        for (int i = 0; i < 98; i++) {
            send("x", "other" + i);
        }
        send("x", "1");
        send("x", "3");
        assertThat(post.producers).hasValue(100);
        assertThat(post.journal).containsExactly("producer 2 stopped", "endpoint 2 stopped");
        assertThat(isKnown("post:1")).isTrue();
        assertThat(isKnown("post:2")).isFalse();

        sendToAHundredOthers();
        assertThat(post.journal).contains("endpoint 1 stopped");
    }

    @Test
    void anEndpointThatSomebodyElseKnowsIsNotForgotten() throws Exception {
        post(false);
        mehari.routes(r -> r.from("direct:a").toD("post:${header.to}"));

        send("x", "1");
        Endpoint known = mehari.context.getEndpoint("post:1");
        sendToAHundredOthers();

        assertThat(post.journal).containsExactly("producer 1 stopped");
        assertThat(mehari.context.getEndpoint("post:1")).isSameAs(known);
    }

    @Test
    void aProducerThatSeveralUseIsStoppedByTheLast() throws Exception {
        PostComponent held = new PostComponent(command -> journal.add(command));
        mehari.context.addComponent(held);
        mehari.routes(r -> r.from("direct:a").toD("post:${header.to}"));
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 102; i++) {
            all.add(mehari.template.asyncSend("direct:a", prepared(i < 2 ? "1" : "other" + i)));
        }

        ((Runnable) journal.get(0)).run();
        assertThat(held.journal).isEmpty();
        ((Runnable) journal.get(1)).run();
        assertThat(held.journal).containsExactly("producer 1 stopped", "endpoint 1 stopped");
        for (Object other : List.copyOf(journal).subList(2, 102)) {
            ((Runnable) other).run();
        }
        assertThat(all).allMatch(CompletableFuture::isDone);
    }

    @Test
    void aProducerMadeAfterItsRouteHasStoppedIsStoppedWithItsMessage() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        post(false);
        mehari.routes(r -> r.from("direct:a")
                .routeId("a")
                .process(exchange -> {
                    entered.countDown();
                    assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
                })
                .toD("post:${header.to}"));
        var done = CompletableFuture.supplyAsync(() -> mehari.template.send("direct:a", prepared("1")), elsewhere);
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(mehari.context.getRouteController().stopRoute("a", Duration.ofMillis(50)))
                .isFalse();
        goOn.countDown();
        assertThat(done.get(20, TimeUnit.SECONDS).getBody()).isEqualTo("1:x");
        assertThat(post.journal).containsExactly("producer 1 stopped", "endpoint 1 stopped");
    }

    private Exchange prepared(String to) {
        Exchange exchange = new DefaultExchange(mehari.context);
        exchange.setBody("x");
        exchange.setHeader("to", to);
        return exchange;
    }

    // ---- recipientList

    private static final AggregationStrategy JOIN = (old, next) -> {
        if (old == null) {
            return next;
        }
        old.setBody(old.getBody(String.class) + " " + next.getBody(String.class));
        return old;
    };

    private static RecipientListDefinition way(RecipientListDefinition list, boolean parallel) {
        return parallel ? list.parallelProcessing() : list;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void recipientsEachGetACopyAndTheLastOnesMessageIsTheResult(int way) throws Exception {
        post((way & 1) == 1);
        mehari.routes(
                r -> way(r.from("direct:a").recipientList(header("to")).allowedSchemes("post,direct,nosuch"), way > 1)
                        .process(after()));

        PooledContext.Outcome outcome = send("x", "post:1, post:2 ,post:1");
        assertThat(outcome.body()).isEqualTo("1:x");
        assertThat(outcome.properties())
                .containsEntry(Exchange.MULTICAST_INDEX, 2)
                .containsEntry(Exchange.MULTICAST_COMPLETE, true)
                .containsEntry(Exchange.RECIPIENT_LIST_ENDPOINT, "post:1");
        assertThat(journal).containsExactly("after 1:x");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void recipientsMayBeEndpointsAndAStrategyMakesTheResult(boolean parallel) throws Exception {
        post(false);
        mehari.routes(r -> way(
                r.from("direct:a")
                        .recipientList(header("to"))
                        .allowedSchemes("post,direct,nosuch")
                        .aggregationStrategy(JOIN),
                parallel));

        Endpoint known = mehari.context.getEndpoint("post:known");
        assertThat(send("x", List.of(known, "post:2")).body()).isEqualTo("known:x 2:x");
        assertThat(send("x", new String[] {"post:3"}).body()).isEqualTo("3:x");
    }

    @Test
    void noRecipientsAreNoneAndTheRouteGoesOn() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .recipientList(header("to"))
                .allowedSchemes("post,direct,nosuch")
                .process(after()));

        mehari.send("x");
        send("y", "");
        assertThat(journal).containsExactly("after x", "after y");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRecipientThatIsNoneKeepsAllFromBeingSentTo(boolean parallel) throws Exception {
        post(false);
        mehari.routes(r -> {
            r.onException(NoSuchEndpointException.class).handled(true).process(exchange -> journal.add("clause"));
            way(r.from("direct:a").recipientList(header("to")).allowedSchemes("post,direct,nosuch"), parallel);
        });

        assertThat(send("x", "post:1,nosuch:place").body()).isEqualTo("x");
        assertThat(journal).containsExactly("clause");
        assertThat(send("x", "post:1,,post:2").body()).isEqualTo("x");
        assertThat(journal).containsExactly("clause", "clause");
    }

    @Test
    void recipientsThatAreNoneMayBeIgnored() throws Exception {
        post(false);
        mehari.routes(r -> r.from("direct:a")
                .recipientList(header("to").tokenize(";"))
                .allowedSchemes("post")
                .aggregationStrategy(JOIN)
                .ignoreInvalidEndpoints());

        assertThat(send("x", "post:1;nosuch:place;post:a,b").body()).isEqualTo("1:x a,b:x");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailedRecipientFailsTheWholeWhenAllAreDone(boolean parallel) throws Exception {
        post(false);
        mehari.routes(
                r -> way(r.from("direct:a").recipientList(header("to")).allowedSchemes("post,direct,nosuch"), parallel)
                        .process(after()));

        PooledContext.Outcome outcome = send("x", "post:bad,post:2");
        assertThat(outcome.failure()).hasMessage("bad address");
        assertThat(outcome.body()).isEqualTo("2:x");
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stopOnExceptionSendsToNoMore(boolean async) throws Exception {
        post(async);
        mehari.routes(r -> r.from("direct:a")
                .recipientList(header("to"))
                .allowedSchemes("post,direct,nosuch")
                .stopOnException());

        assertThat(send("x", "post:bad,post:2,post:3").failure())
                .isInstanceOf(RoutingExchangeException.class)
                .hasMessageStartingWith(
                        "Multicast processing failed for number 0. Parts are counted from 0; with stopOnException, no");
        for (int i = 0; i < 100; i++) {
            send("x", "post:other" + i);
        }
        assertThat(post.producers).as("those that were not used are given back").hasValue(100);
    }

    @Test
    void aFailedRecipientIsTriedAgainAlone() throws Exception {
        int[] tries = {0};
        mehari.routes(r -> {
            r.from("direct:a")
                    .errorHandler(io.mehari.builder.RouteBuilder.defaultErrorHandler()
                            .maximumRedeliveries(2)
                            .redeliveryDelay(0))
                    .recipientList(header("to"))
                    .allowedSchemes("post,direct,nosuch")
                    .aggregationStrategy(JOIN);
            r.from("direct:1")
                    .errorHandler(io.mehari.builder.RouteBuilder.noErrorHandler())
                    .process(exchange -> {
                        if (tries[0]++ < 2) {
                            throw new IllegalStateException("not yet");
                        }
                    });
            r.from("direct:2").process(exchange -> journal.add("2"));
        });

        assertThat(send("x", "direct:1,direct:2").body()).isEqualTo("x x");
        assertThat(tries[0]).isEqualTo(3);
        assertThat(journal).containsExactly("2");
    }

    @Test
    void badListsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mehari.routes(r -> r.from("direct:a").toD("post:${header.to")))
                .withMessageContainingAll("a placeholder is not closed with '}'", "post:${header.to");
    }

    // ---- wireTap

    private final CountDownLatch tapped = new CountDownLatch(1);

    private Processor tapped() {
        return exchange -> {
            journal.add(exchange.getBody() + " " + exchange.getHeader("to") + " " + exchange.getPattern());
            assertThat(Thread.currentThread().getName()).contains("WireTap");
            tapped.countDown();
        };
    }

    private void awaitTap() throws InterruptedException {
        assertThat(tapped.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aTapGetsACopyOfItsOwnOnAnotherThread() throws Exception {
        mehari.routes(r -> {
            r.from("direct:a").wireTap("direct:t").process(exchange -> exchange.setBody("later"));
            r.from("direct:t").process(tapped()).process(exchange -> exchange.setHeader("to", "changed"));
        });

        PooledContext.Outcome outcome = send("x", "there");
        awaitTap();
        assertThat(outcome.body()).isEqualTo("later");
        assertThat(outcome.headers()).containsEntry("to", "there");
        assertThat(journal).containsExactly("x there InOnly");
    }

    @Test
    void aTapMayBeginWithoutTheMessageAndBePrepared() throws Exception {
        mehari.routes(r -> {
            r.from("direct:a")
                    .wireTap("direct:${header.to}")
                    .copy(false)
                    .onPrepare(exchange -> exchange.setBody(exchange.getBody() + "!?"));
            r.from("direct:t").process(tapped());
        });

        send("x", "t");
        awaitTap();
        assertThat(journal).containsExactly("null!? null InOnly");
    }

    @Test
    void aTapThatFailsConcernsNobody() throws Exception {
        mehari.routes(r -> {
            r.from("direct:a")
                    .wireTap("nosuch:${header.to}")
                    .wireTap("direct:t")
                    .process(after());
            r.from("direct:t").process(tapped()).throwException(new IllegalStateException("tapped"));
        });

        assertThat(send("x", "t").failure()).isNull();
        awaitTap();
        assertThat(journal).contains("after x");
    }

    @Test
    void aTapThatCannotBePreparedFailsTheMessage() throws Exception {
        mehari.routes(r -> r.from("direct:a").wireTap("direct:a").onPrepare(exchange -> {
            throw new IllegalStateException("prepare");
        }));

        assertThat(mehari.send("x").failure()).hasMessage("prepare");
    }

    @Test
    void whatThePoolOfATapRefusesIsSentByTheMessagesThread() throws Exception {
        elsewhere.shutdown();
        mehari.routes(r -> {
            r.from("direct:a").wireTap("direct:t").executorService(elsewhere).process(after());
            r.from("direct:t").process(exchange -> journal.add("tapped " + exchange.getBody()));
        });

        mehari.send("x");
        assertThat(journal).containsExactly("tapped x", "after x");
    }

    @Test
    void r6_aStopWaitsForWireTaps() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        mehari.routes(r -> {
            r.from("direct:a").routeId("a").wireTap("direct:t");
            r.from("direct:t").process(exchange -> {
                begun.countDown();
                assertThat(goOn.await(10, TimeUnit.SECONDS)).isTrue();
                journal.add("done");
            });
        });
        mehari.send("x");
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(mehari.context.getRoute("a").stats().pending()).isEqualTo(1);

        elsewhere.execute(goOn::countDown);
        mehari.context.stop();
        assertThat(journal).containsExactly("done");
    }

    @Test
    void anAbsentValueIsNothingWithinAText() throws Exception {
        mehari.routes(r -> r.from("direct:a").setBody(RouteBuilder.simple("hello ${header.none}!")));

        assertThat(mehari.template.requestBody("direct:a", "x")).isEqualTo("hello !");
    }
}
