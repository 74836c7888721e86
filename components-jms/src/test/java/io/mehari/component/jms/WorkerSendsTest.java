package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ExchangePattern;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sends of a route that starts from a queue: which thread makes them, and in which session. */
class WorkerSendsTest extends OnTwoBrokers {

    // ---- which thread

    @ParameterizedTest
    @CsvSource({
        "there,false,1",
        "there,false,4",
        "there,true,1",
        "there,true,4",
        "here,false,1",
        "here,false,4",
        "here,true,1"
    })
    void aSendIsMadeOnTheThreadOfItsConsumer(String target, boolean transacted, int consumers) throws Exception {
        int count = 60;
        sendMany(count);
        startCopy(
                "jms:in?transacted=" + transacted + "&concurrentConsumers=" + consumers,
                "jms:out?connectionFactory=#" + target);
        copied(count);
        assertThat(failures).isEmpty();
        assertThat(sendsOfWorkers()).as("all but those before the connection").isBetween(count - consumers, count - 1);
        assertThat(threadsAfter.stream().filter(each -> each.startsWith(WORKERS)))
                .as("the route goes on there")
                .hasSize(sendsOfWorkers());
        assertThat(watched.sessions.get()).isLessThanOrEqualTo(1 + consumers);
        List<String> arrived = drain(target.equals("here") ? broker : other, "out");
        if (consumers == 1) {
            assertThat(arrived).containsExactlyElementsOf(many(count));
        } else {
            assertThat(arrived).containsExactlyInAnyOrderElementsOf(many(count));
        }
    }

    @Test
    void aSendInTheTransactionIsMadeOnTheThreadOfItsConsumer() throws Exception {
        startCopy("jms:in?connectionFactory=#here&transacted=true", "jms:out?connectionFactory=#here");
        sendMany(20);
        copied(20);
        assertThat(sendsOfWorkers()).isEqualTo(20);
        assertThat(watched.sessions).as("that which receives").hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({
        "jms:in?asyncConsumer=true,''",
        "jms:in,&asyncSend=true",
        "jms:in,&completion=Queued",
        "direct:in,''",
        "seda:in,''"
    })
    void otherSendsAreMadeOnTheThreadOfTheEndpoint(String from, String options) throws Exception {
        context.getRegistry()
                .bind("confirming", watched.of(Broker.factory(other.port, "&confirmationWindowSize=10000")));
        startCopy(from, "jms:out?connectionFactory=#confirming" + options);
        for (int i = 0; i < 5; i++) {
            if (from.startsWith("jms")) {
                sendText("in", "m" + i);
            } else {
                template.sendBody(from, "m" + i);
            }
        }
        await("all have arrived", () -> other.messages("out") == 5);
        copied(5);
        assertThat(watched.sendsOf("jms-sender-out"::equals)).isEqualTo(5);
        assertThat(sendsOfWorkers()).isZero();
        assertThat(watched.sessions).hasValue(1);
    }

    @Test
    void aRequestBetweenTwoSendsIsAnswered() throws Exception {
        context.addRoutes(r -> {
            r.from("jms:in")
                    .to("jms:before?connectionFactory=#there")
                    .to(ExchangePattern.InOut, "jms:ask?connectionFactory=#there")
                    .to("jms:after?connectionFactory=#there");
            r.from("jms:ask?connectionFactory=#there").setBody(e -> "re: " + e.getBody(String.class));
        });
        context.start();
        sendMany(5);
        await("all are through", () -> broker.messages("in") == 0);
        assertThat(drain(other, "before")).isEqualTo(many(5));
        assertThat(drain(other, "after")).containsExactly("re: m0", "re: m1", "re: m2", "re: m3", "re: m4");
    }

    @Test
    void aClientThatRefusesFurtherSessionsGetsTheMessagesFromTheThreadOfTheEndpoint() throws Exception {
        watched.mostSessions = 1;
        startCopy("jms:in?concurrentConsumers=2", "jms:out?connectionFactory=#there");
        sendMany(10);
        copied(10);
        assertThat(failures).isEmpty();
        assertThat(watched.sendsOf("jms-sender-out"::equals)).isEqualTo(10);
        assertThat(watched.connections).hasValue(1);
    }

    // ---- failures

    @Test
    void aFailureOfOneMessageLeavesTheConnectionAndTheSession() throws Exception {
        startCopy("jms:in", "jms:out?connectionFactory=#there");
        for (int i = 0; i < 4; i++) {
            if (i == 2) {
                watched.nextFailure.set(new MessageFormatException("on purpose"));
            }
            sendText("in", "m" + i);
            copied(i + 1);
        }
        assertThat(failures).singleElement().isInstanceOf(MessageFormatException.class);
        assertThat(sendsOfWorkers()).isEqualTo(3);
        assertThat(watched.connections).hasValue(1);
        assertThat(watched.sessions).hasValue(2);
        assertThat(drain(other, "out")).containsExactly("m0", "m1", "m3");
    }

    @Test
    void k8_aFailureAfterWhichTheConnectionAnswersEndsTheSessionAlone() throws Exception {
        startCopy("jms:in", "jms:out?connectionFactory=#there");
        for (int i = 0; i < 2; i++) {
            sendText("in", "m" + i);
            copied(i + 1);
        }
        watched.nextFailure.set(new JMSException("on purpose"));
        sendText("in", "m2");
        copied(3);
        assertThat(failures).singleElement().isExactlyInstanceOf(JMSException.class);
        await(
                "its session is closed",
                () -> other.sessions() == 3); // the connection's own, the endpoint's, the new one
        sendText("in", "m3");
        copied(4);
        assertThat(failures).hasSize(1);
        assertThat(watched.connections).hasValue(1);
        assertThat(drain(other, "out")).containsExactly("m0", "m1", "m3");
    }

    @Test
    void anInterruptThatAStepHasLeftBehindDoesNotFailTheSend() throws Exception {
        context.addRoutes(r -> r.from("jms:in")
                .process(e -> Thread.currentThread().interrupt())
                .to("jms:out?connectionFactory=#there")
                .process(e -> threadsAfter.add(Thread.currentThread().getName())));
        context.start();
        sendMany(5);
        copied(5);
        assertThat(watched.connections).hasValue(1);
        assertThat(drain(other, "out")).isEqualTo(many(5));
    }

    /** The connection is cut after a growing number of bytes, so that each step of a send is met. */
    @ParameterizedTest
    @CsvSource({"false,1", "false,3", "true,1"})
    void k8_connectionsThatAreCutInTheMiddleOfSendsLoseNothing(boolean transacted, int consumers) throws Exception {
        try (Broker patient = new Broker(Ports.free(), null, -1);
                CuttingProxy proxy = new CuttingProxy(0, other.port)) {
            patient.start();
            context.getRegistry().bind("patient", patient.factory());
            context.getRegistry().bind("proxy", watched.of(Broker.factory(proxy.port)));
            context.addRoutes(r -> r.from("jms:in?connectionFactory=#patient&concurrentConsumers=" + consumers
                            + "&transacted=" + transacted)
                    .routeId("copy")
                    .to("jms:out?connectionFactory=#proxy&recoveryInterval=100"));
            Set<String> sent = JmsFaultsTest.fill(patient.port);
            context.start();
            for (int i = 0; i < 40 && patient.messages("in") > 0; i++) {
                long before = other.messages("out");
                await("it goes on", () -> other.messages("out") > before || patient.messages("in") == 0);
                proxy.cutAfterToServer(1 + i * 37);
            }
            await("all are through", () -> patient.messages("in") == 0);
            assertThat(sendsOfWorkers()).isPositive();
            assertThat(new TreeSet<>(drain(other, "out"))).isEqualTo(sent);
            context.stop();
            await("no session is left", () -> other.sessions() == 0 && patient.sessions() == 0);
            await("no thread is left", () -> !isThreadLeft(WORKERS) && !isThreadLeft("jms-sender-out"));
        }
    }
}
