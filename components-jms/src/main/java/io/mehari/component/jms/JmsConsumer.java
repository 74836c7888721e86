package io.mehari.component.jms;

import io.mehari.Consumer;
import io.mehari.Processor;
import io.mehari.spi.Log;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.ShutdownAware;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Feeds a route with the messages of a queue or a topic. */
final class JmsConsumer implements Consumer, ShutdownAware {
    private final JmsEndpoint endpoint;
    private final Processor processor;
    private final String name;
    private final Log connecting = new Log(JmsConsumer.class);
    private final Log refusals = new Log(JmsConsumer.class);
    private final Log failures = new Log(JmsConsumer.class);
    private final FinishedIds finished;
    private @Nullable Intake intake;

    /** Those that were closed and have messages in the route. */
    private final List<Intake> ending = new ArrayList<>();

    JmsConsumer(JmsEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.processor = processor;
        this.name = processor instanceof RouteProcessor named ? named.getRouteId() : "jms";
        JmsSettings settings = endpoint.settings();
        this.finished = new FinishedIds((long) settings.maxInFlight * settings.maxConcurrentConsumers);
    }

    @Override
    public JmsEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    String name() {
        return name;
    }

    // ---- life

    @Override
    public synchronized void start() {
        if (intake != null) {
            return;
        }
        if (endpoint.settings().testConnectionOnStartup) {
            testConnection();
        }
        Intake mine = new Intake(this);
        intake = mine;
        mine.start();
    }

    private void testConnection() {
        try {
            endpoint.connect().close();
        } catch (JMSException | RuntimeException e) {
            throw new JmsConnectionException(
                    this + " cannot connect (" + Log.describe(e)
                            + "): check that the broker runs, and the address, user"
                            + " and password of the connection factory; or leave out testConnectionOnStartup",
                    e);
        }
    }

    /** Receives no more. What was received is still processed, and acknowledged. */
    @Override
    public synchronized void closeIntake() {
        Intake mine = intake;
        if (mine != null) {
            intake = null;
            ending.removeIf(each -> !each.hasWorkers());
            ending.add(mine);
            mine.close();
        }
    }

    @Override
    public void suspend() {
        closeIntake();
    }

    @Override
    public void resume() {
        start();
    }

    @Override
    public synchronized void stop() {
        closeIntake();
        ending.forEach(Intake::abort);
        ending.clear();
    }

    /** None: what waits for the route is at the broker. */
    @Override
    public int getPendingExchangesSize() {
        return 0;
    }

    /** True until the messages are acknowledged: the route counts them as done a moment before. */
    @Override
    public boolean isBusy() {
        return hasTaken();
    }

    @Override
    public synchronized boolean hasTaken() {
        Intake mine = intake;
        return (mine != null && mine.hasTaken()) || ending.stream().anyMatch(Intake::hasTaken);
    }

    // ---- called by the workers

    /** What {@code asyncConsumer=true} has processed and could not acknowledge. */
    FinishedIds finished() {
        return finished;
    }

    void cannotConnect(Throwable failure) {
        connecting.warnOnceAMinute(this + " cannot connect, and tries again", failure);
    }

    void connectionLost(Throwable failure) {
        connecting.warnOnceAMinute(this + " has lost its connection, and connects again", failure);
    }

    void refused(Throwable failure) {
        refusals.warnOnceAMinute(
                this + ": a message is given back to the broker, which moves it to its dead letter address after its"
                        + " redeliveries",
                failure);
    }

    /** @param failure null if the route has marked the message for a rollback */
    void failed(@Nullable Throwable failure) {
        if (failure != null) {
            Log.warn(
                    JmsConsumer.class,
                    this + ": a message failed, and no error handler handled it; it is given back to the broker",
                    failure);
        }
    }

    void replyLost(Throwable failure) {
        failures.warnOnceAMinute(this + ": a reply could not be sent, since its queue is gone", failure);
    }

    @Override
    public String toString() {
        return "Route " + name + " from " + endpoint;
    }
}
