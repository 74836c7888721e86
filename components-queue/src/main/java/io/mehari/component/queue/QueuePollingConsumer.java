package io.mehari.component.queue;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.ExchangeFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes single messages from a queue when a caller calls {@code receive}. Routes may take from the queue at the same
 * time; each message is taken once. The caller owns the exchange that it gets, and must end its unit of work. A sender
 * that expects a reply waits until the caller does so.
 */
final class QueuePollingConsumer implements PollingConsumer {
    /*
     * Any thread may call receive, once or often. So these threads are not attached to the channel. Two placeholder
     * takers are attached instead; two, so that the channel uses a ring for many takers. The placeholders never count
     * as blocked, because another thread may call receive at any time. They are detached after a stop, when the last
     * thread has left receive: until then the channel must not use a ring for one taker.
     */
    private static final int MOST_TRIES = 256;

    private final QueueEndpoint endpoint;
    private final Channel channel;
    private final ExchangeFactory exchanges;
    private final List<DeadlockDetector.Taker> takers;
    private boolean attached;
    private int asking;
    private volatile boolean running;

    QueuePollingConsumer(QueueEndpoint endpoint, Channel channel) {
        this.endpoint = endpoint;
        this.channel = channel;
        this.exchanges = endpoint.getExchangeFactory();
        this.takers = List.of(new DeadlockDetector.Taker(channel), new DeadlockDetector.Taker(channel));
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    // ---- life

    @Override
    public synchronized void start() {
        running = true;
        if (!attached) {
            attached = true;
            endpoint.holdQueue();
            takers.forEach(channel::attach);
        }
    }

    /** Waiting threads return with null. Queued messages stay in the queue. */
    @Override
    public synchronized void stop() {
        running = false;
        channel.idleTakers.wakeAll();
        detachIfUnused();
    }

    private void detachIfUnused() {
        if (attached && !running && asking == 0) {
            attached = false;
            takers.forEach(channel::detach);
            endpoint.releaseQueue();
        }
    }

    private synchronized boolean enter() {
        asking += running ? 1 : 0;
        return running;
    }

    private synchronized void leave() {
        asking--;
        detachIfUnused();
    }

    // ---- messages

    @Override
    public @Nullable Exchange receive(long timeoutMillis) {
        if (!enter()) {
            return null;
        }
        try {
            Exchange first = takeWanted();
            if (first != null || timeoutMillis == 0) {
                return first;
            }
            return new Asking().await(WaitQueue.deadline(timeoutMillis));
        } finally {
            leave();
        }
    }

    /** The first message whose sender has not given up. */
    private @Nullable Exchange takeWanted() {
        for (Exchange first = take(); first != null; first = take()) {
            Reply reply = endpoint.queue().replies().remove(first);
            if (reply == null || !reply.isGivenUp()) {
                first.getExchangeExtension().setFromEndpoint(endpoint);
                return first;
            }
            endpoint.queue().discard(first, exchanges, "its sender has given it up");
        }
        return null;
    }

    private @Nullable Exchange take() {
        Exchange first = channel.poll();
        for (int tries = 0; first == null && tries < MOST_TRIES && !channel.isEmpty(); tries++) {
            Backoff.spinThenPark(tries); // a sender is between two instructions, or the ring is being replaced
            first = channel.poll();
        }
        return first;
    }

    /** A thread that waits for a message. */
    private final class Asking extends WaitQueue.Waiter {
        @Override
        boolean mustWait() {
            return running && channel.isEmpty() && !channel.isClosed();
        }

        @Nullable
        Exchange await(long deadline) {
            try {
                channel.wakeNextSender();
                while (running && !channel.isClosed()) {
                    if (!channel.sleepUntilMessage(this, deadline, endpoint.settings().pollTimeoutMillis)) {
                        throw interrupted();
                    }
                    Exchange first = takeWanted();
                    if (first != null || WaitQueue.isPast(deadline)) {
                        return first;
                    }
                }
                return null;
            } finally {
                channel.wakeAnotherIfDue(this);
            }
        }

        private RuntimeRoutingException interrupted() {
            Thread.currentThread().interrupt(); // the flag stays
            String message = "Interrupted while waiting for a message from " + endpoint + "; none was taken";
            return new RuntimeRoutingException(message, new InterruptedException(message));
        }
    }
}
