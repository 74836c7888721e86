package io.mehari.component.jms;

import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.impl.AckReason;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerPlugin;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.core.transaction.TransactionOperationAbstract;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.jspecify.annotations.Nullable;

/** An Artemis server in this process, which is reached over TCP. */
final class Broker implements KnownBroker {
    static final String DEAD_LETTERS = "DLQ";

    /** A queue that takes no more than 10 kB: then the broker holds senders up. */
    static final String SMALL = "small";

    /** A queue that takes no more than 10 kB: then the broker refuses messages. */
    static final String REFUSING = "refusing";

    final int port;
    private final @Nullable Path data;
    private final int maxDeliveries;
    private final @Nullable ActiveMQJAASSecurityManager security;
    private @Nullable EmbeddedActiveMQ server;
    private final Acknowledgements acknowledgements = new Acknowledgements();

    /**
     * @param data where messages are stored; null: in memory
     * @param maxDeliveries after so many a message goes to the queue DLQ
     */
    Broker(int port, @Nullable Path data, int maxDeliveries) {
        this(port, data, maxDeliveries, null);
    }

    /** @param security checks users; null: everybody may do everything */
    Broker(int port, @Nullable Path data, int maxDeliveries, @Nullable ActiveMQJAASSecurityManager security) {
        this.port = port;
        this.data = data;
        this.maxDeliveries = maxDeliveries;
        this.security = security;
    }

    void start() throws Exception {
        AddressSettings settings = new AddressSettings()
                .setMaxDeliveryAttempts(maxDeliveries)
                .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
                .setDefaultAddressRoutingType(RoutingType.ANYCAST)
                .setDefaultQueueRoutingType(RoutingType.ANYCAST)
                .setAutoDeleteQueues(false)
                .setAutoDeleteAddresses(false);
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setPersistenceEnabled(data != null).setSecurityEnabled(security != null);
        configuration.setThreadPoolMaxSize(8).setScheduledThreadPoolMaxSize(2);
        configuration.setJMXManagementEnabled(false).setMessageCounterEnabled(false);
        if (data != null) {
            configuration.setBrokerInstance(data.toFile());
            configuration.setJournalType(JournalType.NIO);
            configuration.setJournalFileSize(1 << 20).setJournalMinFiles(2).setMaxDiskUsage(-1);
        }
        configuration.addAcceptorConfiguration("tcp", "tcp://localhost:" + port + "?protocols=CORE,AMQP");
        configuration.addAddressSetting("#", settings);
        configuration.addAddressSetting(SMALL, full(settings, AddressFullMessagePolicy.BLOCK));
        configuration.addAddressSetting(REFUSING, full(settings, AddressFullMessagePolicy.FAIL));
        configuration.addQueueConfiguration(QueueConfiguration.of(DEAD_LETTERS).setRoutingType(RoutingType.ANYCAST));
        configuration.registerBrokerPlugin(acknowledgements);
        EmbeddedActiveMQ made = new EmbeddedActiveMQ().setConfiguration(configuration);
        if (security != null) {
            made.setSecurityManager(security);
        }
        made.start();
        server = made;
    }

    private static AddressSettings full(AddressSettings settings, AddressFullMessagePolicy policy) {
        return new AddressSettings(settings).setMaxSizeBytes(10_000).setAddressFullMessagePolicy(policy);
    }

    void stop() {
        EmbeddedActiveMQ mine = server;
        server = null;
        if (mine != null) {
            try {
                mine.stop();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        stop();
    }

    /** Starts a broker in a process of its own, to be killed; returns when it listens. */
    static Process inItsOwnProcess(int port, Path data) throws IOException {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broker.class.getName(),
                        String.valueOf(port),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!"started".equals(process.inputReader().readLine())) {
            process.destroyForcibly();
            throw new IOException("The broker did not start");
        }
        return process;
    }

    public static void main(String[] arguments) throws Exception {
        new Broker(Integer.parseInt(arguments[0]), Path.of(arguments[1]), -1).start();
        System.out.println("started");
        Thread.currentThread().join();
    }

    ConnectionFactory factory() {
        return factory(port);
    }

    static ConnectionFactory factory(int port) {
        return factory(port, "");
    }

    /** Without a buffer in the client, so that a consumer that is busy keeps no message from the others. */
    static ConnectionFactory unbuffered(int port) {
        return factory(port, "&consumerWindowSize=0");
    }

    /** @param more further options of the client's URL, each after an ampersand */
    static ConnectionFactory factory(int port, String more) {
        return new ActiveMQConnectionFactory("tcp://localhost:" + port + "?callTimeout=10000" + more);
    }

    // ---- what the server knows

    @Nullable
    Queue queue(String name) {
        EmbeddedActiveMQ mine = server;
        return mine == null ? null : mine.getActiveMQServer().locateQueue(name);
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public State state(String queue, String law) {
        return isAcknowledged(law) ? State.ACKNOWLEDGED : isDead(law) ? State.DEAD : State.OPEN;
    }

    @Override
    public int consumers(String name) {
        Queue queue = queue(name);
        return queue == null ? 0 : queue.getConsumerCount();
    }

    /** The messages in the queue, those that are delivered and not acknowledged included. */
    long messages(String name) {
        Queue queue = queue(name);
        return queue == null ? 0 : queue.getMessageCount();
    }

    int delivering(String name) {
        Queue queue = queue(name);
        return queue == null ? 0 : queue.getDeliveringCount();
    }

    /** The sessions of all clients; in Artemis a connection has one more than its client has made. */
    int sessions() {
        EmbeddedActiveMQ mine = server;
        return mine == null ? 0 : mine.getActiveMQServer().getSessions().size();
    }

    /** Whether a consumer has acknowledged the message with that value of the property {@code law}, for good. */
    boolean isAcknowledged(String id) {
        return acknowledgements.done.contains(id);
    }

    boolean isDead(String id) {
        return acknowledgements.dead.contains(id);
    }

    /** The names of the clients' threads that have acknowledged, in order of the acknowledgements. */
    ConcurrentLinkedQueue<String> order() {
        return acknowledgements.order;
    }

    /** Notes acknowledgements when they are committed. */
    private static final class Acknowledgements implements ActiveMQServerPlugin {
        final Set<String> done = ConcurrentHashMap.newKeySet();
        final Set<String> dead = ConcurrentHashMap.newKeySet();
        final ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();

        @Override
        public void messageAcknowledged(
                Transaction transaction, MessageReference message, AckReason reason, ServerConsumer consumer) {
            Object id = message.getMessage().getObjectProperty("law");
            if (id == null) {
                return;
            }
            if (reason == AckReason.KILLED || consumer == null) {
                dead.add(id.toString());
            } else if (transaction == null) {
                note(id.toString());
            } else {
                transaction.addOperation(TransactionOperationAbstract.afterCommit(() -> note(id.toString())));
            }
        }

        private void note(String id) {
            done.add(id);
            order.add(id);
        }
    }
}
