package io.mehari.component.jms;

import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.laws.Answer;
import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The laws of the receiving side, on a real Artemis; the other party is Artemis's own client. */
class JmsConsumerLawsTest extends ConsumerLaws {

    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return new OnArtemis("");
    }

    /** Prepares the context of the process that is killed. */
    public static final class Child {
        private Child() {}

        public static void prepare(RoutingContext context, String port) {
            context.getRegistry().bind("artemis", Broker.unbuffered(Integer.parseInt(port)));
        }
    }

    static final class OnArtemis implements ConsumerFixture {
        private static final String QUEUE = "laws";

        private final Broker broker = new Broker(Ports.free(), null, 1);
        private final String more;
        private @Nullable RoutingContext context;
        private volatile boolean began;

        OnArtemis(String more) throws Exception {
            this.more = more;
            broker.start();
        }

        @Override
        public void prepare(RoutingContext context) {
            this.context = context;
            Child.prepare(context, String.valueOf(broker.port));
        }

        private boolean isStopping() {
            RoutingContext mine = context;
            return mine != null && (mine.getStatus() == ServiceStatus.Stopping || (began && mine.isStopped()));
        }

        @Override
        public List<String> childPreparation() {
            return List.of(Child.class.getName(), String.valueOf(broker.port));
        }

        @Override
        public String uri(int maxInFlight) {
            return "jms:queue:" + QUEUE + "?connectionFactory=#artemis&concurrentConsumers=" + maxInFlight + more;
        }

        /** Refused if no route takes messages: they would wait at the broker until one does. */
        @Override
        public Session open() throws Exception {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (broker.consumers(QUEUE) == 0 && !isStopping() && System.nanoTime() - end < 0) {
                Thread.sleep(2); // the route has just been started
            }
            if (broker.consumers(QUEUE) > 0) {
                began = true;
            } else {
                throw new IOException("No route takes messages from " + QUEUE);
            }
            return new JmsSession(broker, broker.factory());
        }

        @Override
        public boolean hasHeaders() {
            return true;
        }

        @Override
        public boolean cutAfter(int bytes, String body) throws Exception {
            try (CuttingProxy proxy = new CuttingProxy(0, broker.port)) {
                long whole = lengthOf(proxy, body);
                if (bytes >= whole) {
                    return false;
                }
                try (JmsSession session = new JmsSession(broker, Broker.factory(proxy.port))) {
                    MessageProducer producer = session.producer(QUEUE);
                    proxy.cutAfterToServer(bytes);
                    producer.send(session.text(body));
                } catch (JMSException | IOException e) {
                    // cut
                }
            }
            return true;
        }

        private long length = -1;

        /** The bytes of the packet that the message is sent in, as measured with another queue. */
        private long lengthOf(CuttingProxy proxy, String body) throws Exception {
            if (length < 0) {
                try (JmsSession session = new JmsSession(broker, Broker.factory(proxy.port))) {
                    MessageProducer producer = session.producer("size");
                    length = Long.MAX_VALUE;
                    for (int i = 0; i < 5; i++) { // the client sends pings, too
                        long before = proxy.toServer.get();
                        producer.send(session.text(body));
                        length = Math.min(length, proxy.toServer.get() - before);
                    }
                }
            }
            return length;
        }

        @Override
        public String uriWithPassword(String password) {
            return "jms:queue:laws?connectionFactory=#none&username=me&password=" + password;
        }

        @Override
        public void close() throws IOException {
            broker.close();
        }
    }

    /** Sends messages, and waits until the broker counts each as acknowledged or as dead. */
    static final class JmsSession implements ConsumerFixture.Session {
        private final Broker broker;
        private final Connection connection;
        private final jakarta.jms.Session session;
        private final jakarta.jms.Queue replyTo;
        private final MessageConsumer replies;

        JmsSession(Broker broker, ConnectionFactory factory) throws JMSException {
            this.broker = broker;
            connection = factory.createConnection();
            session = connection.createSession(false, jakarta.jms.Session.AUTO_ACKNOWLEDGE);
            replyTo = session.createTemporaryQueue();
            replies = session.createConsumer(replyTo);
            connection.start();
        }

        MessageProducer producer(String queue) throws JMSException {
            return session.createProducer(session.createQueue(queue));
        }

        TextMessage text(String body) throws JMSException {
            return session.createTextMessage(body);
        }

        @Override
        public Answer send(String body, Map<String, String> headers) throws Exception {
            String id = UUID.randomUUID().toString();
            TextMessage message = session.createTextMessage(body);
            for (Map.Entry<String, String> each : headers.entrySet()) {
                message.setStringProperty(each.getKey().replace("-", "_HYPHEN_"), each.getValue());
            }
            message.setStringProperty("law", id);
            message.setJMSReplyTo(replyTo);
            try (MessageProducer producer = session.createProducer(session.createQueue("laws"))) {
                producer.send(message);
            }
            return answer(id);
        }

        private Answer answer(String id) throws Exception {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(9);
            while (!broker.isAcknowledged(id)) {
                if (broker.isDead(id) || System.nanoTime() - end > 0) {
                    return Answer.NONE;
                }
                Thread.sleep(1);
            }
            Message reply = replies.receive(1_000);
            return reply == null ? Answer.of(null) : new Answer(true, reply.getBody(String.class), properties(reply));
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (JMSException e) {
                throw new IOException(e);
            }
        }
    }

    static Map<String, String> properties(Message message) throws JMSException {
        Map<String, String> properties = new HashMap<>();
        for (String name : names(message)) {
            properties.put(name.replace("_HYPHEN_", "-").toLowerCase(Locale.ROOT), message.getStringProperty(name));
        }
        return properties;
    }

    static List<String> names(Message message) throws JMSException {
        List<String> names = new ArrayList<>();
        for (Enumeration<?> each = message.getPropertyNames(); each.hasMoreElements(); ) {
            names.add(each.nextElement().toString());
        }
        return names;
    }
}
