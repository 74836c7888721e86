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

/**
 * The laws of the receiving side, on a real Artemis in a process of its own, with the default window of its client; the
 * other party is Artemis's client, too.
 */
class JmsConsumerLawsTest extends ConsumerLaws {

    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return onProcess(Client.ARTEMIS);
    }

    /** Prepares the context of the process that is killed. */
    public static final class Child {
        private Child() {}

        /** Binds the client with this name (or UNBUFFERED, or IMPATIENT) and port. */
        public static void prepare(RoutingContext context, String client) {
            String[] parts = client.split(" ", -1);
            int port = Integer.parseInt(parts[1]);
            ConnectionFactory factory = switch (parts[0]) {
                case UNBUFFERED -> Broker.unbuffered(port);
                case IMPATIENT -> Broker.factory(port, "&connectionTTL=2000&clientFailureCheckPeriod=500");
                default -> Client.valueOf(parts[0]).factory(port, 1);
            };
            context.getRegistry().bind("client", factory);
        }
    }

    private static final String UNBUFFERED = "UNBUFFERED";
    private static final String IMPATIENT = "IMPATIENT";
    private static final long FROZEN_MILLIS = Long.getLong("mehari.jms.frozen", 0);

    /** In this process, with a client that fetches nothing in advance. */
    static ConsumerFixture onArtemis(String more) throws Exception {
        KnownBroker broker = Client.ARTEMIS.startBroker(Ports.free(), 1);
        return new OnBroker(broker, UNBUFFERED, Client.ARTEMIS, "laws", more);
    }

    /** In a process of its own, with the client's own defaults. */
    static ConsumerFixture onProcess(Client client) throws IOException {
        return new OnBroker(BrokerProcess.of(client), client.name(), client.plain(), BrokerProcess.newQueue(), "");
    }

    private static final class OnBroker implements ConsumerFixture {
        private final KnownBroker broker;
        private final String client;
        private final Client other;
        private final String queue;
        private final String more;
        private @Nullable RoutingContext context;
        private volatile int wanted = 1;
        private volatile boolean began;

        OnBroker(KnownBroker broker, String client, Client other, String queue, String more) {
            this.broker = broker;
            this.client = client + " " + broker.port();
            this.other = other;
            this.queue = queue;
            this.more = more;
        }

        @Override
        public void prepare(RoutingContext context) {
            this.context = context;
            Child.prepare(context, client);
        }

        private boolean isStopping() {
            RoutingContext mine = context;
            return mine != null && (mine.getStatus() == ServiceStatus.Stopping || (began && mine.isStopped()));
        }

        @Override
        public List<String> childPreparation() {
            String child = isQuick() ? IMPATIENT + " " + broker.port() : client;
            return List.of(Child.class.getName(), child);
        }

        /** Whether the process is frozen for a short time, since the broker soon gives it up. */
        private boolean isQuick() {
            return FROZEN_MILLIS == 0 && client.startsWith(Client.ARTEMIS.name());
        }

        @Override
        public long frozenMillis() {
            return isQuick() ? 4_000 : FROZEN_MILLIS;
        }

        @Override
        public String uri(int maxInFlight) {
            wanted = maxInFlight;
            return "jms:queue:" + queue + "?connectionFactory=#client&concurrentConsumers=" + maxInFlight + more;
        }

        /**
         * Refused if no route takes messages: they would wait at the broker until one does. A client that fetches
         * messages in advance has all consumers before the first message, so that each gets a part.
         */
        @Override
        public Session open() throws Exception {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (broker.consumers(queue) < wanted && !isStopping() && System.nanoTime() - end < 0) {
                Thread.sleep(2); // the route has just been started
            }
            // the consumer, until its message is done
            boolean lingers = (other == Client.QPID || other == Client.CLASSIC) && isStopping();
            if (broker.consumers(queue) > 0 && !lingers) {
                RoutingContext mine = context;
                began |= mine != null && mine.getStatus() == ServiceStatus.Started; // else the route is in a process
            } else {
                throw new IOException("No route takes messages from " + queue);
            }
            return new JmsSession(broker, queue, other.factory(broker.port(), 1));
        }

        @Override
        public boolean hasHeaders() {
            return true;
        }

        @Override
        public boolean cutAfter(int bytes, String body) throws Exception {
            try (CuttingProxy proxy = new CuttingProxy(0, broker.port())) {
                long whole = lengthOf(proxy, body);
                if (bytes >= whole) {
                    return false;
                }
                try (JmsSession session = new JmsSession(broker, queue, other.factory(proxy.port, 1))) {
                    MessageProducer producer = session.producer(queue);
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
                try (JmsSession session = new JmsSession(broker, queue, other.factory(proxy.port, 1))) {
                    MessageProducer producer = session.producer("size");
                    length = Long.MAX_VALUE;
                    for (int i = 0; i < 5; i++) { // the client sends pings, too
                        long before = proxy.toServer.get();
                        producer.send(session.text(body));
                        length = Math.min(length, proxy.toServer.get() - before);
                    }
                }
            }
            return length - (other == Client.ARTEMIS ? 0 : 2); // numbers in it may be longer
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
        private final KnownBroker broker;
        private final String queue;
        private final Connection connection;
        private final jakarta.jms.Session session;
        private final jakarta.jms.Queue replyTo;
        private final MessageConsumer replies;

        JmsSession(KnownBroker broker, String queue, ConnectionFactory factory) throws JMSException {
            this.broker = broker;
            this.queue = queue;
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
            try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
                producer.send(message);
            }
            return answer(id);
        }

        private Answer answer(String id) throws Exception {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(9);
            KnownBroker.State state;
            while ((state = broker.state(queue, id)) != KnownBroker.State.ACKNOWLEDGED) {
                if (state == KnownBroker.State.DEAD || System.nanoTime() - end > 0) {
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
