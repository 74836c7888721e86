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
        return new OnArtemis("");
    }

    /** The connector reaches the broker through a proxy that can cut; the other party reaches it directly. */
    static final class OnArtemis implements ProducerFixture {
        private static final String QUEUE = "laws";

        private final Broker broker = new Broker(Ports.free(), null, 10);
        private final int proxyPort = Ports.free();
        private final Responder responder = new Responder(this::cut);
        private @Nullable CuttingProxy proxy;

        private final String more;

        OnArtemis(String more) throws IOException {
            this.more = more;
        }

        @Override
        public void prepare(RoutingContext context) {
            context.getRegistry().bind("artemis", Broker.factory(proxyPort, "&confirmationWindowSize=1048576"));
            context.getRegistry()
                    .bind("host.invalid", new ActiveMQConnectionFactory("tcp://host.invalid:" + proxyPort));
        }

        @Override
        public String uri(String options) {
            return "jms:queue:" + QUEUE + "?connectionFactory=#artemis" + more
                    + (options.isEmpty() ? "" : "&" + options);
        }

        /** A client tells nobody which host it cannot find: the URI names its connection factory. */
        @Override
        public String uriOfUnknownHost() {
            return "jms:queue:" + QUEUE + "?connectionFactory=#host.invalid";
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
            broker.start();
            responder.start(broker, QUEUE);
            proxy = new CuttingProxy(proxyPort, broker.port);
        }

        @Override
        public void stop() throws IOException {
            CuttingProxy mine = proxy;
            proxy = null;
            if (mine != null) {
                mine.close();
            }
            responder.close();
            broker.stop();
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
            try (CuttingProxy counting = new CuttingProxy(0, broker.port)) {
                Connection connection = Broker.factory(counting.port).createConnection();
                try (connection;
                        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
                    connection.start();
                    return Math.toIntExact(length(session, counting, "re: " + body));
                }
            } catch (IOException | JMSException e) {
                throw new IllegalStateException(e);
            }
        }

        private long length(Session session, CuttingProxy counting, String answer) throws JMSException {
            long length = Long.MAX_VALUE;
            try (Connection direct = broker.factory().createConnection();
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
