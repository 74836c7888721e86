package io.mehari.component.queue;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.FailedToCreateRouteException;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A queue in memory between routes: {@code seda:} or {@code disruptor:}. Endpoints of one scheme and name share one
 * queue, whatever their options.
 *
 * <p><b>Contract.</b> The queue is bounded: when it is full, a send fails, waits or drops its message, as the options
 * say. What was accepted is processed by one consumer, or a copy of it by each ({@code multipleConsumers}); or it is
 * dropped, which is counted, and its completions and a waiting sender get a {@link MessageDiscardedException}. With one
 * sender and one consumer thread the order stays. Any thread may call any method.
 *
 * <p><b>Cost.</b> The memory for all places is allocated at once: 4 to 16 bytes for each. If a send is the last step of
 * a route, it hands its exchange over; else, and into a queue of your own, it sends a copy. Sending and taking create no
 * other object and take no lock unless a thread has to wait or to be woken, a reply is expected, or each consumer gets a
 * copy.
 *
 * <p><b>Memory consistency.</b> Actions before a send <i>happen-before</i> the route that receives the message, and
 * that route <i>happens-before</i> what the sender does with the reply.
 */
public final class QueueEndpoint extends Endpoint implements ShutdownAware {
    private final SharedQueue queue;
    private final QueueSettings settings;
    private final DeadlockDetector deadlocks;
    private final AtomicReference<@Nullable QueueConsumer> consumer = new AtomicReference<>();

    QueueEndpoint(RoutingContext context, String uri, SharedQueue queue, QueueSettings settings) {
        super(context, uri);
        this.queue = queue;
        this.settings = settings;
        this.deadlocks = DeadlockDetector.of(context);
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
        return new QueueProducer(this, queue, settings, deadlocks);
    }

    /**
     * Returns a consumer that takes single messages. If routes take from the queue at the same time, each message goes
     * to one of them or to this consumer.
     *
     * @throws UnsupportedOperationException if each consumer gets a copy ({@code multipleConsumers})
     */
    @Override
    public PollingConsumer createPollingConsumer() {
        queue.agreeOnMultiple(false); // has no effect if another value was set before
        Channel only = queue.only();
        if (only == null) {
            throw new UnsupportedOperationException(
                    this + " cannot be polled: with multipleConsumers each consumer gets a"
                            + " copy of each message, and those of one that is seldom asked would pile up; consume from"
                            + " it with a route that sends to a queue of its own, and poll that");
        }
        return new QueuePollingConsumer(this, queue, only, settings.pollTimeoutMillis);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        queue.setMultiple(
                settings.multipleConsumers != null ? settings.multipleConsumers : queue.isMultiple(), settings);
        return new QueueConsumer(this, processor);
    }

    /** Registers a consumer that starts. Without multipleConsumers, an endpoint has at most one running consumer. */
    void begin(QueueConsumer given) {
        QueueConsumer other = queue.isMultiple() ? null : consumer.compareAndExchange(null, given);
        if (other != null && other != given) {
            throw new FailedToCreateRouteException(
                    given.routeId() == null ? "from " + this : given.routeId(),
                    (other.routeId() == null ? "another consumer" : "route " + other.routeId()) + " consumes from "
                            + this
                            + " already; for more threads give it concurrentConsumers=n, and multipleConsumers=true if"
                            + " each must get all messages",
                    null);
        }
    }

    void end(QueueConsumer given) {
        consumer.compareAndSet(given, null);
    }

    @Override
    public void removed() {
        queue.release(getExchangeFactory());
    }

    // ---- content

    /** The number of messages queued now; if each consumer gets a copy, the number for the slowest consumer. */
    public int getCurrentQueueSize() {
        return stats().size();
    }

    @Override
    public int getPendingExchangesSize() {
        return getCurrentQueueSize();
    }

    /**
     * From now on, senders that are not routes get a {@link QueueClosedException}. If all routes that took from it are
     * suspended or stopped, the queue is closed: nothing would take its messages, and those who wait for room or for
     * replies hear of it now.
     */
    @Override
    public void closeIntake() {
        if (queue.isAbandoned()) {
            queue.close(getExchangeFactory());
            return;
        }
        RoutingContextExtension services = getContext().getRoutingContextExtension();
        queue.closeIntake(services::isWithinRoute);
    }

    /** The statistics of the queue, which this endpoint may share with others. */
    public QueueStatistics stats() {
        return queue.statistics();
    }

    /**
     * Starts or stops the measurement of how long messages wait in the queue. A second start begins anew. Off, it costs
     * nothing. A {@code BlockingQueue} of your own is never measured.
     */
    public void setTimesWaiting(boolean wanted) {
        queue.timeWaiting(wanted);
    }

    /** How long messages have waited since {@link #setTimesWaiting} was called with true; null while it is off. */
    public @Nullable WaitingTimes getWaitingTimes() {
        return queue.waitingTimes();
    }

    /**
     * Copies of the messages that are queued now, at most {@code browseLimit}, beginning with the one that will be
     * taken next. They have ids of their own; changing them does not change the queued messages.
     */
    public List<Exchange> getExchanges() {
        int limit = settings.browseLimit == 0 ? Integer.MAX_VALUE : settings.browseLimit;
        return queue.browse(getExchangeFactory(), limit);
    }

    /**
     * Drops all queued messages: their completions run, and senders that wait for replies get an exception. From a
     * {@code BlockingQueue} of your own, which another context may use, only messages of this context are dropped.
     */
    public void purgeQueue() {
        queue.purge(getExchangeFactory(), "it was purged");
    }

    @Override
    public QueueMXBean getManagedObject() {
        return new Managed(this);
    }

    /** The name of the queue, which all its endpoints share. */
    @Override
    public String getManagedName() {
        return queue.name();
    }

    // ---- threads

    ThreadPools pools() {
        return getContext().getRoutingContextExtension().getThreadPools();
    }

    /** The name of a thread: context, route (if there is one), queue and number. */
    String threadName(@Nullable String routeId, int number) {
        String route = routeId == null ? "" : routeId + "-";
        return getContext().getName() + "-" + route + queue.name() + "-" + number;
    }

    Thread newThread(String name, Runnable task) {
        return settings.virtualThreadPerTask ? pools().newVirtualThread(name, task) : pools().newThread(name, task);
    }

    // ---- JMX

    private record Managed(QueueEndpoint endpoint) implements QueueMXBean {
        private static final WaitingTimes NONE = new WaitingTimes(0, 0, 0, 0, 0);

        @Override
        public String getEndpointUri() {
            return SafeText.withoutSecrets(endpoint.getEndpointUri());
        }

        @Override
        public int getSize() {
            return endpoint.stats().size();
        }

        @Override
        public int getCapacity() {
            return endpoint.stats().capacity();
        }

        @Override
        public int getHighWaterMark() {
            return endpoint.stats().highWaterMark();
        }

        @Override
        public long getEnqueued() {
            return endpoint.stats().enqueued();
        }

        @Override
        public long getTaken() {
            return endpoint.stats().taken();
        }

        @Override
        public long getDiscarded() {
            return endpoint.stats().discarded();
        }

        @Override
        public long getBlockedMillis() {
            return endpoint.stats().blockedNanos() / 1_000_000;
        }

        @Override
        public long getRefused() {
            return endpoint.stats().refused();
        }

        @Override
        public long getExpired() {
            return endpoint.stats().expired();
        }

        @Override
        public long getOldestMillis() {
            return endpoint.stats().oldestMillis();
        }

        @Override
        public boolean isTimesWaiting() {
            return endpoint.getWaitingTimes() != null;
        }

        @Override
        public void setTimesWaiting(boolean wanted) {
            endpoint.setTimesWaiting(wanted);
        }

        @Override
        public long getWaitingNanosMedian() {
            return waitingTimes().medianNanos();
        }

        @Override
        public long getWaitingNanos99() {
            return waitingTimes().percentile99Nanos();
        }

        @Override
        public long getWaitingNanosMax() {
            return waitingTimes().maxNanos();
        }

        private WaitingTimes waitingTimes() {
            return Objects.requireNonNullElse(endpoint.getWaitingTimes(), NONE);
        }

        @Override
        public List<String> browse() {
            return endpoint.getExchanges().stream().map(Exchange::toString).toList();
        }

        @Override
        public void purge() {
            endpoint.purgeQueue();
        }
    }
}
