package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A send on a worker's thread that the broker holds up, since its queue is full: what ends it, and what is left then. */
class HeldUpSendsTest extends OnTwoBrokers {

    /** The route copies one message. Then the queue is full, and a worker stays in the send of another one. */
    private void holdUp() throws Exception {
        sendText("in", "first");
        await("there is a connection", () -> other.messages(Broker.SMALL) == 1 && broker.messages("in") == 0);
        try (Connection filling = other.factory().createConnection();
                Session mine = filling.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = mine.createProducer(mine.createQueue(Broker.SMALL))) {
            for (int i = 0; i < 15; i++) {
                producer.send(mine.createTextMessage("x".repeat(1_000)));
            }
        }
        sendText("in", "held up");
        await("it is held up", () -> watched.sending.contains(WORKERS + "1"));
    }

    @Test
    void k8_aSendThatIsHeldUpEndsAfterItsTimeout() throws Exception {
        startCopy("jms:in", "jms:small?connectionFactory=#there&requestTimeout=300");
        holdUp();
        copied(2);
        assertThat(failures)
                .singleElement()
                .isInstanceOf(JmsConnectionException.class)
                .asString()
                .contains("within 300 ms", "it may have arrived or not");
        await("its session is closed", () -> other.sessions() == 2); // the connection's own and the endpoint's
        sendText("in", "held up, too");
        copied(3);
        assertThat(failures).hasSize(2);
        drain(other, Broker.SMALL);
        sendText("in", "last");
        copied(4);
        assertThat(drain(other, Broker.SMALL)).contains("last");
        assertThat(failures).hasSize(2);
        assertThat(watched.connections).hasValue(1);
        assertThat(sendsOfWorkers()).isEqualTo(3);
    }

    @Test
    void aTimeoutThatNoSendReachesEndsNone() throws Exception {
        startCopy("jms:in", "jms:out?connectionFactory=#there&requestTimeout=100");
        for (int i = 0; i < 40; i++) {
            sendText("in", "m" + i);
            Thread.sleep(10); // the timer looks in between
        }
        copied(40);
        assertThat(failures).isEmpty();
        assertThat(watched.sessions).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void k7_aStopEndsASendThatIsHeldUp(boolean othersSendToIt) throws Exception {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(300));
        String small = "jms:small?connectionFactory=#there&requestTimeout=0";
        context.addRoutes(r -> {
            r.from("jms:in").routeId("copy").to(small);
            r.from("direct:other").to(small);
        });
        context.start();
        holdUp();
        long begin = System.nanoTime();
        if (othersSendToIt) {
            context.getRouteController().stopRoute("copy");
        } else {
            context.stop();
        }
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
        await("no thread is left", () -> !isThreadLeft(WORKERS) && watched.sending.isEmpty());
        await("the broker has it again", () -> broker.messages("in") == 1 && broker.delivering("in") == 0);
        if (othersSendToIt) {
            drain(other, Broker.SMALL);
            template.sendBody("direct:other", "after it");
            assertThat(drain(other, Broker.SMALL)).contains("after it");
            assertThat(watched.connections).hasValue(1);
        } else {
            await("no session is left", () -> other.sessions() == 0);
            assertThat(isThreadLeft("jms-sender-small")).isFalse();
        }
    }

    @Test
    void k8_aLostConnectionEndsASendThatIsHeldUp() throws Exception {
        try (CuttingProxy proxy = new CuttingProxy(0, other.port)) {
            context.getRegistry().bind("proxy", watched.of(Broker.factory(proxy.port)));
            startCopy("jms:in", "jms:small?connectionFactory=#proxy&requestTimeout=0");
            holdUp();
            proxy.cut();
            copied(2);
            assertThat(failures).singleElement().isInstanceOf(JmsConnectionException.class);
            await("its sessions are closed", () -> other.sessions() == 0);
            drain(other, Broker.SMALL);
            sendText("in", "last");
            copied(3);
            assertThat(drain(other, Broker.SMALL)).contains("last");
        }
    }
}
