package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mehari.ConsumerTemplate;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.NoSuchEndpointException;
import io.mehari.PollingConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are taken out of a queue one by one, by calls of receive. */
@ParameterizedClass
@ValueSource(strings = {"seda", "disruptor"})
@Timeout(60)
class PollingTest {
    private static final int A_WHILE = 20_000;

    private final String queue;
    private Bench bench;
    private static final Duration FOR_EVER = Duration.ofMillis(-1);

    private ConsumerTemplate consumers;

    PollingTest(String kind) {
        queue = kind + ":q";
    }

    @BeforeEach
    void open() {
        bench = new Bench();
        consumers = bench.context.createConsumerTemplate();
    }

    @AfterEach
    void close() {
        consumers.stop();
        bench.close();
    }

    private void send(Object... bodies) {
        for (Object body : bodies) {
            bench.template.sendBody(queue, body);
        }
    }

    private int waitingTakers() {
        return bench.endpoint(queue).queue().only().idleTakers.waiting();
    }

    @Test
    void aMessageMaySayWhereToReceive() {
        bench.route(r -> r.from("direct:in")
                .pollEnrich()
                .header("where")
                .allowedSchemes("seda,disruptor,nothing")
                .timeout(A_WHILE)
                .aggregationStrategy((message, received) -> {
                    message.setBody(message.getBody() + " and " + received.getBody());
                    return message;
                }));
        bench.start();
        String other = queue + "2";
        send("a", "b");
        bench.template.sendBody(other, "c");

        assertThat(enriched("1", queue)).isEqualTo("1 and a");
        assertThat(enriched("2", bench.context.getEndpoint(other))).isEqualTo("2 and c");
        assertThat(enriched("3", queue)).isEqualTo("3 and b");
        assertThatThrownBy(() -> enriched("4", null)).hasStackTraceContaining("has no value for this message");
        assertThatThrownBy(() -> enriched("5", "nothing:here")).hasRootCauseInstanceOf(NoSuchEndpointException.class);
    }

    private Object enriched(Object body, Object where) {
        return bench.template.requestBodyAndHeader("direct:in", body, "where", where);
    }

    @Test
    void messagesAreTakenInTheirOrderAndNullSaysThatThereIsNone() {
        bench.start();
        send(1, 2, 3);
        assertThat(consumers.receiveBody(queue, Integer.class)).isEqualTo(1);
        assertThat(consumers.receiveBody(queue, A_WHILE)).isEqualTo(2);
        assertThat(consumers.receiveBody(queue, 0)).isEqualTo(3);
        assertThat(consumers.receiveBody(queue, 0)).isNull();
        assertThat(consumers.receiveBody(queue, 1)).isNull();
        assertThat(bench.endpoint(queue).stats().size()).isZero();
    }

    @Test
    void whoWaitsIsWokenByTheNextMessage() {
        bench.start();
        FutureTask<Object> asked = Bench.async(() -> consumers.receiveBody(queue));
        Bench.await(() -> waitingTakers() == 1);
        send("late");
        assertThat(Bench.result(asked)).isEqualTo("late");
    }

    @Test
    void eachMessageGoesToARouteOrToOneWhoAsks() {
        int messages = 3_000;
        List<Object> all = Collections.synchronizedList(new ArrayList<>());
        bench.route(r -> r.from(queue + "?size=64").process(exchange -> all.add(exchange.getBody())));
        bench.start();
        List<FutureTask<Integer>> asking = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            asking.add(Bench.async(() -> {
                int taken = 0;
                for (Object body = consumers.receiveBody(queue); !"end".equals(body); taken++) {
                    all.add(body);
                    body = consumers.receiveBody(queue);
                }
                return taken;
            }));
        }
        for (int i = 0; i < messages; i++) {
            bench.template.sendBody(queue + "?blockWhenFull=true", i);
        }
        Bench.await(() -> all.size() >= messages);
        bench.context
                .getRouteController()
                .stopRoute(bench.context.getRoutes().get(0).getRouteId());
        send("end", "end");
        asking.forEach(Bench::result);
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, messages)
                        .boxed()
                        .map(each -> (Object) each)
                        .toList());
    }

    @Test
    void whoIsInterruptedTakesNothing() {
        bench.start();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        FutureTask<Object> asked = Bench.async(() -> {
            thread.complete(Thread.currentThread());
            try {
                return consumers.receiveBody(queue);
            } finally {
                flag.complete(Thread.currentThread().isInterrupted());
            }
        });
        Bench.await(() -> waitingTakers() == 1);
        thread.join().interrupt();
        assertThatThrownBy(() -> Bench.result(asked)).hasRootCauseInstanceOf(InterruptedException.class);
        assertThat(flag.join()).isTrue();
        send("kept");
        assertThat(consumers.receiveBody(queue, A_WHILE)).isEqualTo("kept");
    }

    // ---- the owner of a message that was taken

    @Test
    void completionsRunWhenTheProcessorOfTheReceiverHasReturned() throws Exception {
        bench.start();
        Bench.Ends ends = new Bench.Ends();
        Exchange sent = bench.exchange("x");
        sent.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(queue, sent);
        assertThat(consumers.receive(queue, FOR_EVER, taken -> {
                    assertThat(ends.ends).isEmpty();
                    assertThat(taken.getFromEndpoint()).isSameAs(bench.endpoint(queue));
                }))
                .isTrue();
        assertThat(ends.ends).containsExactly("complete");
    }

    @Test
    void aSenderThatAsksGetsWhatWhoTookTheMessageMakesOfIt() throws Exception {
        bench.start();
        FutureTask<Object> answer = Bench.async(() -> bench.template.requestBody(queue, "question"));
        consumers.receive(queue, FOR_EVER, taken -> {
            assertThat(taken.getBody()).isEqualTo("question");
            taken.setBody("answer");
        });
        assertThat(Bench.result(answer)).isEqualTo("answer");
    }

    @Test
    void aMessageThatItsSenderHasGivenUpIsNotTaken() {
        bench.start();
        assertThatThrownBy(() -> bench.template.requestBody(queue + "?timeout=1", "too late"))
                .hasRootCauseInstanceOf(io.mehari.ExchangeTimedOutException.class);
        assertThat(consumers.receiveBody(queue, 1)).isNull();
    }

    @Test
    void aPooledExchangeGoesBackWhenItIsDone() {
        bench.context.getRoutingContextExtension().setExchangePool(8);
        bench.start();
        for (int i = 0; i < 100; i++) {
            send(i);
            assertThat(consumers.receiveBody(queue)).isEqualTo(i);
        }
        assertThat(bench.context
                        .getRoutingContextExtension()
                        .getExchangePoolStatistics()
                        .inUse())
                .isZero();
    }

    // ---- a route that asks

    @Test
    void pollEnrichTakesFromAQueue() {
        bench.route(r -> r.from("direct:a").pollEnrich(queue, A_WHILE)).start();
        send("from the queue");
        assertThat(bench.template.requestBody("direct:a", "mine")).isEqualTo("from the queue");
    }

    @Test
    void messagesThatWaitInPollEnrichHoldNoThreadOfOtherRoutes() {
        int waiting = 60; // more than the shared pool has threads
        bench.route(r -> {
            r.from("direct:waits")
                    .delay(1)
                    .pollEnrich(queue)
                    .process(exchange -> bench.received.add(exchange.getBody()));
            r.from("direct:other").delay(1).setBody(exchange -> "done");
        });
        bench.start();
        List<FutureTask<Object>> all = new ArrayList<>();
        for (int i = 0; i < waiting; i++) {
            // a thread for each: if the delay ends before its caller has left the route, the caller continues and waits
            all.add(Bench.async(() -> bench.template.requestBody("direct:waits", "mine")));
        }
        Bench.await(() -> waitingTakers() == waiting);
        assertThat(bench.template.requestBody("direct:other", "x")).isEqualTo("done");
        for (int i = 0; i < waiting; i++) {
            send(i);
        }
        all.forEach(Bench::result);
        bench.awaitReceived(waiting);
    }

    // ---- a stop

    @Test
    void aTemplateThatStopsLetsThoseGoWhoWait() {
        bench.start();
        FutureTask<Object> asked = Bench.async(() -> consumers.receiveBody(queue));
        Bench.await(() -> waitingTakers() == 1);
        Channel channel = bench.endpoint(queue).queue().only();
        consumers.stop();
        assertThat(Bench.result(asked)).isNull();
        Bench.await(() -> channel.takers().isEmpty());
        send("kept");
        assertThat(consumers.receiveBody(queue, A_WHILE)).isEqualTo("kept");
    }

    @Test
    void aContextThatStopsLetsThoseGoWhoWait() {
        bench.start();
        FutureTask<Object> asked = Bench.async(() -> consumers.receiveBody(queue));
        Bench.await(() -> waitingTakers() == 1);
        bench.context.stop();
        assertThat(Bench.result(asked)).isNull();
        bench.start();
        send("again");
        assertThat(consumers.receiveBody(queue, A_WHILE)).isEqualTo("again");
    }

    @Test
    void aConsumerThatIsStoppedGivesNothing() throws Exception {
        bench.start();
        PollingConsumer consumer = bench.endpoint(queue).createPollingConsumer();
        assertThat(consumer.receive(-1)).as("not started yet").isNull();
        consumer.start();
        consumer.stop();
        send("x");
        assertThat(consumer.receive(-1)).isNull();
    }

    // ---- what cannot be

    @Test
    void whereEachConsumerGetsACopyThereIsNothingToPoll() {
        bench.start();
        assertThatThrownBy(() -> consumers.receiveBody(queue + "?multipleConsumers=true"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("multipleConsumers");
    }

    @Test
    void aQueueOfTheUsersIsLookedIntoAgainAndAgain() {
        assumeThat(queue).startsWith("seda");
        LinkedBlockingQueue<Exchange> own = new LinkedBlockingQueue<>();
        bench.context.getRegistry().bind("own", own);
        bench.start();
        String uri = queue + "?queue=#own&pollTimeout=10";
        FutureTask<Object> asked = Bench.async(() -> consumers.receiveBody(uri));
        Bench.await(() -> bench.endpoint(uri).queue().only().idleTakers.waiting() == 1);
        own.add(bench.exchange(ExchangePattern.InOnly, "put by another"));
        assertThat(Bench.result(asked)).isEqualTo("put by another");
    }
}
