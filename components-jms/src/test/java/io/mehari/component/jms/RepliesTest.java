package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a reply goes is named by its request: what a queue that takes nothing does to the others. */
class RepliesTest extends OnTwoBrokers {
    private static final int GOOD = 100;

    private final Map<String, AtomicInteger> routed = new ConcurrentHashMap<>();

    private void request(String body, Destination replyTo) throws JMSException {
        Message message = session.createTextMessage(body);
        message.setJMSReplyTo(replyTo);
        send("in", message);
    }

    /** Persistent messages would wait until there is room. */
    private void fill(String queue) throws Exception {
        try (var producer = session.createProducer(session.createQueue(queue))) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            for (int i = 0; i < 12; i++) {
                producer.send(session.createTextMessage("x".repeat(1_000)));
            }
        }
        await("it is full", () -> broker.messages(queue) > 2);
    }

    private void start(String options) throws Exception {
        context.addRoutes(r -> r.from("jms:in?connectionFactory=#here&concurrentConsumers=4" + options)
                .routeId("copy")
                .process(e -> routed.computeIfAbsent(e.getBody(String.class), each -> new AtomicInteger())
                        .incrementAndGet()));
        context.start();
    }

    private long good() {
        return routed.keySet().stream().filter(each -> each.startsWith("good")).count();
    }

    @ParameterizedTest
    @CsvSource({
        "small,''", "small,&transacted=true", "small,&asyncConsumer=true",
        "refusing,''", "refusing,&transacted=true", "refusing,&asyncConsumer=true"
    })
    void k8_aReplyThatTheBrokerDoesNotTakeStopsNoOtherMessage(String full, String options) throws Exception {
        fill(full);
        for (int i = 0; i < GOOD; i++) {
            if (i % 25 == 0) {
                request("bad" + i, session.createQueue(full));
            }
            request("good" + i, session.createQueue("replies"));
        }
        start(options + "&replyTimeout=200");
        await("all others are routed", () -> good() == GOOD);
        await("all others are answered", () -> broker.messages("replies") == GOOD);
        await("the requests are dead letters", () -> broker.messages(Broker.DEAD_LETTERS) == 4);
        if (!options.contains("async")) { // which routes a whole batch
            assertThat(routed).allSatisfy((body, times) -> assertThat(times).hasValue(body.startsWith("good") ? 1 : 2));
        }
        assertThat(watched.connections.get()).isEqualTo(options.contains("transacted") ? 1 : 2);
        long begin = System.nanoTime();
        context.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void k7_aStopEndsAReplyThatIsHeldUp() throws Exception {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(300));
        fill(Broker.SMALL);
        request("bad", session.createQueue(Broker.SMALL));
        start("&replyTimeout=0");
        await("it is held up", () -> watched.sending.stream().anyMatch(each -> each.startsWith(WORKERS)));
        context.stop();
        await("no thread is left", () -> !isThreadLeft(WORKERS) && watched.sending.isEmpty());
        await("the broker has it again", () -> broker.messages("in") == 1 && broker.delivering("in") == 0);
    }

    @Test
    void k7_aStopDoesNotWaitForAConnectionOfReplies() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        watched.beforeConnection = number -> {
            if (number == 2) {
                stuck.countDown();
                goesOn.await();
            }
        };
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(300));
        int before = broker.sessions();
        start("");
        request("one", session.createQueue("replies"));
        assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();
        Thread stopping = new Thread(context::stop);
        stopping.start();
        stopping.join(30_000);
        boolean stopped = !stopping.isAlive();
        goesOn.countDown();
        stopping.join();
        assertThat(stopped).isTrue();
        await("the connection of replies is closed", () -> !isThreadLeft(WORKERS) && broker.sessions() == before);
    }

    @Test
    void k7_aWorkerThatEndsAfterTheStopOpensNoConnection() throws Exception {
        CountDownLatch ends = new CountDownLatch(1);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(300));
        int before = broker.sessions();
        context.addRoutes(r -> r.from("jms:in?connectionFactory=#here")
                .routeId("copy")
                .process(e -> e.getExchangeExtension().addOnCompletion(new Synchronization() {
                    @Override
                    public void onComplete(Exchange exchange) {
                        routed.put("ends", new AtomicInteger());
                        awaitUninterruptibly(ends);
                    }

                    @Override
                    public void onFailure(Exchange exchange) {}
                })));
        context.start();
        request("one", session.createQueue("replies"));
        await("it completes", () -> routed.containsKey("ends"));
        context.stop();
        ends.countDown();
        await("no thread is left", () -> !isThreadLeft(WORKERS));
        assertThat(watched.connections).hasValue(1);
        await("no session is left", () -> broker.sessions() == before);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean over = false;
        while (!over) {
            try {
                latch.await();
                over = true;
            } catch (InterruptedException e) {
                // a stop may interrupt it
            }
        }
    }

    @Test
    void aQueueThatTakesRepliesAgainGetsThem() throws Exception {
        fill(Broker.SMALL);
        start("&replyTimeout=200");
        request("bad", session.createQueue(Broker.SMALL));
        await("the request is a dead letter", () -> broker.messages(Broker.DEAD_LETTERS) == 1);
        drain(broker, Broker.SMALL);
        request("elsewhere", session.createQueue("replies"));
        await("it is answered", () -> broker.messages("replies") == 1);
        request("again", session.createQueue(Broker.SMALL));
        await("it has rested", () -> broker.messages(Broker.DEAD_LETTERS) == 2);
    }

    @Test
    void k2_aReplyWhoseQueueIsGoneIsForgotten() throws Exception {
        Destination gone;
        try (var asking = broker.factory().createConnection();
                var mine = asking.createSession()) {
            gone = mine.createTemporaryQueue();
        }
        start("");
        request("gone", gone);
        await("it is acknowledged", () -> !routed.isEmpty() && broker.messages("in") == 0);
        assertThat(routed.get("gone")).hasValue(1);
        assertThat(broker.messages(Broker.DEAD_LETTERS)).isZero();
    }
}
