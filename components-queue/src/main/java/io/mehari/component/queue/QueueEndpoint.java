package io.mehari.component.queue;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue in memory between routes: {@code seda:} or {@code disruptor:}. Endpoints of one scheme and name share one
 * queue, whatever their options.
 */
public final class QueueEndpoint extends Endpoint implements ShutdownAware {
    private final SharedQueue queue;
    private final QueueSettings settings;

    QueueEndpoint(RoutingContext context, String uri, SharedQueue queue, QueueSettings settings) {
        super(context, uri);
        this.queue = queue;
        this.settings = settings;
    }

    SharedQueue queue() {
        return queue;
    }

    QueueSettings settings() {
        return settings;
    }

    @Override
    public ExchangePattern getExchangePattern() {
        ExchangePattern pattern = settings.exchangePattern;
        return pattern != null ? pattern : super.getExchangePattern();
    }

    @Override
    public Producer createProducer() {
        return new QueueProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        boolean multiple = settings.multipleConsumers != null ? settings.multipleConsumers : queue.isMultiple();
        if (!queue.agreeOnMultiple(multiple)) {
            throw new InvalidOptionException(
                    getEndpointUri(),
                    "multipleConsumers=" + multiple + ", but other endpoints of " + queue.name() + " have " + !multiple
                            + ": give all of them the same",
                    null);
        }
        return new QueueConsumer(this, processor);
    }

    // ---- what is in it

    /** How many messages are queued now; where each consumer gets a copy, in front of the slowest. */
    public int getCurrentQueueSize() {
        return getStatistics().size();
    }

    @Override
    public int getPendingExchangesSize() {
        return getCurrentQueueSize();
    }

    /** Numbers of the queue that this endpoint shares with others. */
    public QueueStatistics getStatistics() {
        return queue.statistics();
    }

    /**
     * Begins to time how long messages wait in the queue, anew if it was on, or ends that. While it is off nothing is timed and
     * nothing costs; a queue of your own is never timed.
     */
    public void setTimesWaiting(boolean wanted) {
        queue.timeWaiting(wanted);
    }

    /** How long messages have waited since {@link #setTimesWaiting} was called with true; null while it is off. */
    public @Nullable WaitingTimes getWaitingTimes() {
        return queue.waitingTimes();
    }

    /**
     * What is queued now, the next to be taken first, as far as {@code browseLimit} says. These are copies with ids of their
     * own: whatever is done to them, the queued messages stay as they are.
     */
    public List<Exchange> getExchanges() {
        return new Browsing(getExchangeFactory(), settings.browseLimit).browse(queue.rings());
    }

    /** Drops what is queued now: completions run, and senders that wait for replies get an exception. */
    public void purgeQueue() {
        queue.purge(getExchangeFactory(), "it was purged");
    }

    @Override
    public QueueMXBean getManagedObject() {
        return new ManagedQueue(this);
    }

    // ---- threads

    ThreadPools pools() {
        return getContext().getRoutingContextExtension().getThreadPools();
    }

    boolean hasVirtualThreads() {
        return settings.virtualThreadPerTask || pools().isVirtualThreads();
    }

    /** With the route's id in front of the queue's name, if there is a route. */
    String threadName(@Nullable String routeId, int number) {
        String route = routeId == null ? "" : routeId + "-";
        return getContext().getName() + "-" + route + queue.name() + "-" + number;
    }

    Thread newThread(String name, Runnable task) {
        return settings.virtualThreadPerTask ? VirtualThreads.unstarted(name, task) : pools().newThread(name, task);
    }

    /** Calls a sender back that has been given up: not on the thread of the timer or of a stop. */
    void callBackElsewhere(Reply reply) {
        pools().shared().execute(reply::callBack);
    }
}
