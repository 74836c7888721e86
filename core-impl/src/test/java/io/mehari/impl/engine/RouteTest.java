package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.RecordedCompletion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Routes as they run: order, blocks, failures, suspension. */
class RouteTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        context.stop();
        elsewhere.shutdownNow();
    }

    private void routes(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private static Processor add(String text) {
        return exchange -> exchange.setBody(exchange.getBody(String.class) + text);
    }

    /** Adds the text on another thread. */
    private AsyncProcessor addElsewhere(String text) {
        return new AsyncProcessor() {
            @Override
            public void process(Exchange exchange) {
                throw new AssertionError("the engine knows that this is asynchronous");
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                elsewhere.execute(() -> {
                    exchange.setBody(exchange.getBody(String.class) + text);
                    callback.done(false);
                });
                return false;
            }
        };
    }

    @Test
    void r1_stepsRunInOrder() throws Exception {
        routes(r -> r.from("direct:a").process(add("1")).process(add("2")).process(add("3")));

        assertThat(template.requestBody("direct:a", ">")).isEqualTo(">123");
    }

    @Test
    void r2_aStepMayEndOnAnotherThread() throws Exception {
        routes(r -> {
            r.from("direct:a").process(add("1")).to("direct:b").process(add("4"));
            r.from("direct:b").process(addElsewhere("2")).process(addElsewhere("3"));
        });

        assertThat(template.requestBody("direct:a", ">")).isEqualTo(">1234");
    }

    @Test
    void r2_aMillionAsynchronousStepsUseNoMoreStackThanOne() throws Exception {
        int hops = 1_000_000;
        int[] hopped = {0};
        AsyncProcessor hop = new AsyncProcessor() {
            @Override
            public void process(Exchange exchange) {}

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                hopped[0]++;
                if (hopped[0] % 2 == 0) {
                    callback.done(false); // before process returns
                } else {
                    elsewhere.execute(() -> callback.done(false));
                }
                return false;
            }
        };
        routes(r -> r.from("direct:a").loop(hops).process(hop).end().process(add("!")));
        AtomicReference<Object> answer = new AtomicReference<>();
        Thread small = new Thread(null, () -> answer.set(template.requestBody("direct:a", ">")), "small", 512 * 1024);
        small.start();
        small.join(TimeUnit.SECONDS.toMillis(30));

        assertThat(answer.get()).isEqualTo(">!");
        assertThat(hopped[0]).isEqualTo(hops);
    }

    @Test
    void r3_directFollowsItsRoute() throws Exception {
        routes(r -> {
            r.from("direct:a").to("direct:b?block=false");
            r.from("direct:b?block=false").routeId("b").process(add("b"));
        });
        assertThat(template.requestBody("direct:a", ">")).isEqualTo(">b");

        context.getRouteController().stopRoute("b");
        assertThatThrownBy(() -> template.requestBody("direct:a", ">"))
                .isInstanceOf(RoutingExecutionException.class)
                .hasMessageContaining("No running route starts from direct:b?block=false");

        context.getRouteController().startRoute("b");
        assertThat(template.requestBody("direct:a", ">")).isEqualTo(">b");
    }

    @Test
    void choiceTakesTheFirstThatMatches() throws Exception {
        routes(r -> r.from("direct:a")
                .choice()
                .when(RouteBuilder.header("type").isEqualTo("x"))
                .process(add("x"))
                .when(RouteBuilder.body().isEqualTo(">"))
                .process(add("body"))
                .otherwise()
                .process(add("other"))
                .end()
                .process(add(".")));

        assertThat(template.requestBodyAndHeader("direct:a", ">", "TYPE", "x", String.class))
                .isEqualTo(">x.");
        assertThat(template.requestBody("direct:a", ">")).isEqualTo(">body.");
        assertThat(template.requestBody("direct:a", "-")).isEqualTo("-other.");
    }

    @Test
    void filterSkipsItsBlock() throws Exception {
        routes(r -> r.from("direct:a")
                .filter(RouteBuilder.body().startsWith("+"))
                .process(add("in"))
                .end()
                .process(add(".")));

        assertThat(template.requestBody("direct:a", "+")).isEqualTo("+in.");
        assertThat(template.requestBody("direct:a", "-")).isEqualTo("-.");
    }

    @Test
    void stopEndsAllRoutesTheExchangeIsIn() throws Exception {
        routes(r -> {
            r.from("direct:a").to("direct:b").process(add("never"));
            r.from("direct:b").stop();
        });

        assertThat(template.requestBody("direct:a", ">")).isEqualTo(">");
    }

    @Test
    void aFailureIsTheCallers() throws Exception {
        routes(r -> r.from("direct:a")
                .throwException(new IllegalStateException("no"))
                .process(add("never")));

        Exchange failed = template.send("direct:a", exchange -> exchange.setBody(">"));
        assertThat(failed.getException()).isInstanceOf(IllegalStateException.class);
        assertThat(failed.getBody()).isEqualTo(">");
        assertThatThrownBy(() -> template.sendBody("direct:a", ">")).hasRootCauseMessage("no");
    }

    @Test
    void doTryCatchesAndFinallyRunsInAnyCase() throws Exception {
        routes(r -> r.from("direct:a")
                .doTry()
                .process(exchange -> {
                    if (exchange.getBody(String.class).equals("bad")) {
                        throw new IllegalStateException("bad");
                    }
                    if (exchange.getBody(String.class).equals("worse")) {
                        throw new UnsupportedOperationException("worse");
                    }
                })
                .process(add(" tried"))
                .doCatch(IllegalStateException.class)
                .process(add(" caught"))
                .doFinally()
                .process(add(" finally"))
                .end()
                .process(add(" after")));

        assertThat(template.requestBody("direct:a", "good")).isEqualTo("good tried finally after");
        assertThat(template.requestBody("direct:a", "bad")).isEqualTo("bad caught finally after");
        Exchange failed = template.send("direct:a", exchange -> exchange.setBody("worse"));
        assertThat(failed.getException()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(failed.getBody()).isEqualTo("worse finally");
    }

    @Test
    void splitMakesAnExchangeOfEachPart() throws Exception {
        List<Map<String, Object>> facts = new ArrayList<>();
        routes(r -> r.from("direct:a")
                .split(RouteBuilder.body())
                .process(exchange -> facts.add(exchange.getAllProperties()))
                .end()
                .process(exchange -> exchange.setBody("whole")));

        assertThat(template.requestBody("direct:a", List.of("x", "y"))).isEqualTo("whole");
        assertThat(facts).hasSize(2);
        assertThat(facts.get(0))
                .containsEntry(Exchange.SPLIT_INDEX, 0)
                .containsEntry(Exchange.SPLIT_SIZE, 2)
                .containsEntry(Exchange.SPLIT_COMPLETE, false)
                .containsKey(Exchange.CORRELATION_ID);
        assertThat(facts.get(1)).containsEntry(Exchange.SPLIT_INDEX, 1).containsEntry(Exchange.SPLIT_COMPLETE, true);
    }

    @Test
    void splitAggregatesAlsoPartsThatEndElsewhere() throws Exception {
        routes(r -> r.from("direct:a")
                .split(RouteBuilder.body(), (old, next) -> {
                    if (old == null) {
                        return next;
                    }
                    old.setBody(old.getBody(String.class) + next.getBody(String.class));
                    return old;
                })
                .process(addElsewhere("1"))
                .process(add("2"))
                .end()
                .process(add(".")));

        assertThat(template.requestBody("direct:a", List.of("a", "b", "c"))).isEqualTo("a12b12c12.");
    }

    @Test
    void multicastGivesEachStepACopy() throws Exception {
        List<Object> seen = new ArrayList<>();
        routes(r -> {
            r.from("direct:a").multicast().to("direct:x").to("direct:y").end().process(add("."));
            r.from("direct:x").process(add("x")).process(exchange -> seen.add(exchange.getBody()));
            r.from("direct:y").process(add("y")).process(exchange -> seen.add(exchange.getBody()));
        });

        assertThat(template.requestBody("direct:a", ">"))
                .as("the last one's message")
                .isEqualTo(">y.");
        assertThat(seen).containsExactly(">x", ">y");
    }

    @Test
    void loopsNestAndSayWhichTurnItIs() throws Exception {
        routes(r -> r.from("direct:a")
                .loop(2)
                .process(exchange ->
                        add("" + exchange.getProperty(Exchange.LOOP_INDEX)).process(exchange))
                .loop(2)
                .process(exchange -> add("(" + exchange.getProperty(Exchange.LOOP_INDEX) + ")")
                        .process(exchange)));

        assertThat(template.requestBody("direct:a", ">")).isEqualTo(">0(0)(1)1(0)(1)");
    }

    @Test
    void asInCamelTheIndexOfTheLastTurnStaysAlsoThatOfAnInnerLoop() throws Exception {
        routes(r -> r.from("direct:a")
                .loop(3)
                .loop(2)
                .setBody(RouteBuilder.constant(""))
                .end()
                .process(exchange ->
                        add("" + exchange.getProperty(Exchange.LOOP_INDEX)).process(exchange))
                .end()
                .loop(0)
                .setBody(RouteBuilder.constant("never"))
                .end()
                .process(exchange ->
                        add("," + exchange.getProperty(Exchange.LOOP_INDEX)).process(exchange)));

        assertThat(template.requestBody("direct:a", ">")).isEqualTo("1,1");
    }

    @Test
    void aLoopWithinALoopFirstSeesTheTurnOfTheOuterOne() throws Exception {
        routes(r -> r.from("direct:a")
                .loop(3)
                .loopDoWhile(RouteBuilder.exchangeProperty(Exchange.LOOP_INDEX).isLessThan(2))
                .process(add("x")));

        assertThat(template.requestBody("direct:a", ">"))
                .as("three in the first turn, three in the second, none in the third")
                .isEqualTo(">xxxxxx");
    }

    @Test
    void aRouteThatCallsItselfFailsWithAWord() throws Exception {
        routes(r -> r.from("direct:a").to("direct:a"));

        assertThatThrownBy(() -> template.requestBody("direct:a", ">"))
                .hasStackTraceContaining("More than 511 calls are nested at direct:a");
    }

    @Test
    void u2_completionsRunWhenTheRouteIsDone() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        routes(r -> r.from("direct:a")
                .process(exchange -> exchange.getExchangeExtension()
                        .addOnCompletion(new RecordedCompletion("c", new ArrayList<>()) {
                            @Override
                            public void onComplete(Exchange completed) {
                                done.countDown();
                            }
                        }))
                .process(addElsewhere("1")));

        template.asyncRequestBody("direct:a", ">").get(10, TimeUnit.SECONDS);
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aPredicateOfACatchThatFailsDoesNotHideTheFailure() throws Exception {
        routes(r -> r.from("direct:a")
                .doTry()
                .throwException(new IllegalStateException("the failure"))
                .doCatch(IllegalStateException.class)
                .onWhen(exchange -> {
                    throw new UnsupportedOperationException("the predicate");
                })
                .process(add("never")));

        Exchange failed = template.send("direct:a", exchange -> exchange.setBody(">"));
        assertThat(failed.getException())
                .hasMessage("the failure")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
        assertThat(failed.getBody()).isEqualTo(">");
    }

    @Test
    void whoeverIsInterruptedWhileWaitingLeavesTheExchangeAlone() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        routes(r -> r.from("direct:a")
                .process(new AsyncProcessor() {
                    @Override
                    public void process(Exchange exchange) {}

                    @Override
                    public boolean process(Exchange exchange, AsyncCallback callback) {
                        elsewhere.execute(() -> {
                            try {
                                interrupted.await();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                            callback.done(false);
                        });
                        return false;
                    }
                })
                .process(exchange -> ended.countDown()));
        DefaultExchange exchange = new DefaultExchange(context);

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> template.send("direct:a", exchange))
                .isInstanceOf(RoutingExecutionException.class)
                .hasMessageContaining("still in flight");
        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        interrupted.countDown();

        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(exchange.getException()).isNull();
    }

    @Test
    void aFailureHandledWithinFinallyDoesNotReplaceTheOneThatLedThere() throws Exception {
        routes(r -> r.from("direct:a")
                .doTry()
                .throwException(new IllegalStateException("first"))
                .doFinally()
                .doTry()
                .throwException(new UnsupportedOperationException("second"))
                .doCatch(UnsupportedOperationException.class)
                .process(add("handled")));

        Exchange failed = template.send("direct:a", exchange -> exchange.setBody(">"));
        assertThat(failed.getException()).hasMessage("first");
        assertThat(failed.getBody()).isEqualTo(">handled");
    }

    @Test
    void aFinallyThatRemovesAllPropertiesDoesNotHideTheFailure() throws Exception {
        routes(r -> r.from("direct:a")
                .doTry()
                .throwException(new IllegalStateException("first"))
                .doFinally()
                .removeProperties("*"));

        assertThat(template.send("direct:a", exchange -> {}).isFailed()).isTrue();
    }
}
