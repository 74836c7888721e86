package io.mehari.component.jms;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.broker.region.MessageReference;
import org.apache.activemq.broker.region.Subscription;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.Message;

/** ActiveMQ Classic in this process, which is reached over TCP. */
final class ClassicBroker implements KnownBroker {
    private final BrokerService broker = new BrokerService();
    private final Set<Object> dead = ConcurrentHashMap.newKeySet();
    private final int port;

    ClassicBroker(int port) throws Exception {
        this.port = port;
        broker.setBrokerName("classic-" + port);
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setPlugins(new BrokerPlugin[] {Graves::new});
        broker.addConnector("tcp://localhost:" + port);
        broker.start();
        broker.waitUntilStarted();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public int consumers(String queue) {
        return destination(queue).getConsumers().size();
    }

    @Override
    public State state(String queue, String law) {
        try {
            boolean isThere = isIn(queue, law);
            Thread.sleep(5); // on its way to the queue, or to the dead letters, it is nowhere
            return isThere || isIn(queue, law) ? State.OPEN : dead.contains(law) ? State.DEAD : State.ACKNOWLEDGED;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isIn(String queue, String law) throws IOException {
        for (Message each : destination(queue).browse()) {
            if (law.equals(each.getProperty("law"))) {
                return true;
            }
        }
        return false;
    }

    private Destination destination(String queue) {
        try {
            return broker.getDestination(new ActiveMQQueue(queue));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            broker.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** Notes what becomes a dead letter. */
    private final class Graves extends BrokerFilter {
        Graves(org.apache.activemq.broker.Broker next) {
            super(next);
        }

        @Override
        public boolean sendToDeadLetterQueue(
                ConnectionContext context, MessageReference message, Subscription from, Throwable why) {
            try {
                Object law = message.getMessage().getProperty("law");
                if (law != null) {
                    dead.add(law);
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return super.sendToDeadLetterQueue(context, message, from, why);
        }
    }
}
