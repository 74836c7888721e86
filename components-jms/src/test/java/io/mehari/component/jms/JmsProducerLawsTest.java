package io.mehari.component.jms;

import io.mehari.RoutingContext;
import io.mehari.laws.ProducerFixture;
import io.mehari.laws.ProducerLaws;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/** The laws of the sending side, on a real Artemis; Artemis's own client answers. */
class JmsProducerLawsTest extends ProducerLaws {

    @Override
    protected ProducerFixture newFixture() throws Exception {
        return onArtemis("");
    }

    /** In this process. */
    static ProducerFixture onArtemis(String more) throws IOException {
        Broker broker = new Broker(Ports.free(), null, 10);
        return new OnBroker(broker, broker, Client.ARTEMIS, "laws", more);
    }

    /** In a process of its own, with the client's own defaults. */
    static ProducerFixture onProcess(Client client) throws IOException {
        return new OnBroker(BrokerProcess.of(client), null, client, BrokerProcess.newQueue(), "");
    }

    /** The connector reaches the broker through a proxy that can cut; the other party reaches it directly. */
    private static final class OnBroker implements ProducerFixture {
        private final KnownBroker broker;
        private final @Nullable Broker own; // started and stopped; else the proxy alone
        private final Client client;
        private final String queue;
        private final int proxyPort = Ports.free();
        private final Responder responder = new Responder(this::cut);
        private @Nullable CuttingProxy proxy;

        private final String more;

        OnBroker(KnownBroker broker, @Nullable Broker own, Client client, String queue, String more)
                throws IOException {
            this.broker = broker;
            this.own = own;
            this.client = client;
            this.queue = queue;
            this.more = more;
        }

        @Override
        public void prepare(RoutingContext context) {
            context.getRegistry()
                    .bind(
                            "client",
                            own == null
                                    ? client.factory(proxyPort, 1)
                                    : Broker.factory(proxyPort, "&confirmationWindowSize=1048576"));
            context.getRegistry()
                    .bind("host.invalid", new ActiveMQConnectionFactory("tcp://host.invalid:" + proxyPort));
        }

        @Override
        public String uri(String options) {
            return "jms:queue:" + queue + "?connectionFactory=#client" + more
                    + (options.isEmpty() ? "" : "&" + options);
        }

        /** A client tells nobody which host it cannot find: the URI names its connection factory. */
        @Override
        public String uriOfUnknownHost() {
            return "jms:queue:" + queue + "?connectionFactory=#host.invalid";
        }

        @Override
        public String timeout(long millis) {
            return "requestTimeout=" + millis;
        }

        @Override
        public String completion(String value) {
            return "completion=" + value;
        }

        @Override
        public String uriWithPassword(String password) {
            return "jms:queue:laws?connectionFactory=#none&username=me&password=" + password;
        }

        @Override
        public void start() throws Exception {
            if (own != null) {
                own.start();
            }
            responder.start(client.plain().factory(broker.port(), 1), queue);
            proxy = new CuttingProxy(proxyPort, broker.port());
        }

        @Override
        public void stop() throws IOException {
            CuttingProxy mine = proxy;
            proxy = null;
            if (mine != null) {
                mine.close();
            }
            responder.close();
            if (own != null) {
                own.stop();
            }
        }

        private void cut(int bytes) {
            CuttingProxy mine = proxy;
            if (mine != null) {
                mine.cutAfterToClient(bytes);
            }
        }

        @Override
        public void hold() {
            responder.hold();
        }

        @Override
        public void release() {
            responder.release();
        }

        @Override
        public void cutNextAnswer(int bytes) {
            responder.cutNextAnswer(bytes);
        }

        /** Measured by sending such an answer to a client of the other party, through a proxy that counts. */
        @Override
        public int answerLength(String body) {
            try (CuttingProxy counting = new CuttingProxy(0, broker.port())) {
                Connection connection = client.plain().factory(counting.port, 1).createConnection();
                try (connection;
                        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
                    connection.start();
                    int length = Math.toIntExact(length(session, counting, "re: " + body));
                    return own == null ? length - 2 : length; // numbers in it may be longer
                }
            } catch (IOException | JMSException e) {
                throw new IllegalStateException(e);
            }
        }

        private long length(Session session, CuttingProxy counting, String answer) throws JMSException {
            long length = Long.MAX_VALUE;
            try (Connection direct = client.plain().factory(broker.port(), 1).createConnection();
                    Session sending = direct.createSession(false, Session.AUTO_ACKNOWLEDGE);
                    MessageConsumer consumer = session.createConsumer(session.createQueue("size"));
                    MessageProducer producer = sending.createProducer(sending.createQueue("size"))) {
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                for (int i = 0; i < 5; i++) { // the broker sends more than that, such as answers to pings
                    long before = counting.toClient.get();
                    TextMessage text = sending.createTextMessage(answer);
                    text.setJMSCorrelationID(UUID.randomUUID() + "-1");
                    producer.send(text);
                    consumer.receive(10_000);
                    length = Math.min(length, counting.toClient.get() - before);
                }
            }
            return length;
        }

        @Override
        public List<String> received() {
            return responder.received();
        }

        @Override
        public Map<String, String> lastHeaders() {
            return responder.lastHeaders();
        }

        @Override
        public void answerWith(Map<String, String> headers) {
            responder.answerWith(headers);
        }

        @Override
        public boolean hasHeaders() {
            return true;
        }
    }
}
