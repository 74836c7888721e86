package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A route that copies from a queue to another one, over connections that are watched, to the same broker or another. */
abstract class OnTwoBrokers extends OnBroker {
    /** The names of the threads that receive begin with it. */
    static final String WORKERS = "jms-copy-";

    final WatchedFactory watched = new WatchedFactory();
    final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /** The thread of each message at the end of its route. */
    final Queue<String> threadsAfter = new ConcurrentLinkedQueue<>();

    Broker other;

    @BeforeEach
    final void startOther() throws Exception {
        other = new Broker(Ports.free(), null, 2);
        other.start();
        context.getRegistry().bind("here", watched.of(broker.factory()));
        context.getRegistry().bind("there", watched.of(other.factory()));
    }

    @AfterEach
    final void stopOther() throws Exception {
        context.close();
        other.close();
        assertThat(watched.faults).isEmpty();
    }

    /** What a send fails with is noted, and handled. */
    void startCopy(String from, String to) throws Exception {
        context.addRoutes(r -> r.from(from)
                .routeId("copy")
                .doTry()
                .to(to)
                .doCatch(Throwable.class)
                .process(e -> failures.add(e.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class)))
                .end()
                .process(e -> threadsAfter.add(Thread.currentThread().getName())));
        context.start();
    }

    void sendMany(int count) throws JMSException {
        for (int i = 0; i < count; i++) {
            sendText("in", "m" + i);
        }
    }

    static List<String> many(int count) {
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bodies.add("m" + i);
        }
        return bodies;
    }

    void copied(int count) throws InterruptedException {
        await(count + " are through", () -> threadsAfter.size() == count && broker.messages("in") == 0);
    }

    int sendsOfWorkers() {
        return watched.sendsOf(each -> each.startsWith(WORKERS));
    }

    static boolean isThreadLeft(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().startsWith(name));
    }

    /** Takes what is in the queue out. */
    static List<String> drain(Broker from, String queue) throws JMSException {
        List<String> bodies = new ArrayList<>();
        try (Connection connection = from.factory().createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            Message message;
            while ((message = consumer.receive(300)) != null) {
                bodies.add(message.getBody(String.class));
            }
        }
        return bodies;
    }
}
