package io.mehari.component.queue;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.RuntimeRoutingException;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.internal.Log;
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

    private final Endpoint endpoint;
    private final SharedQueue queue;
    private final long pollTimeoutMillis;
    private final Channel channel;
    private final ExchangeFactory exchanges;
    private final List<DeadlockDetector.Taker> takers;
    private boolean attached;
    private int asking;
    private volatile boolean running;

    QueuePollingConsumer(Endpoint endpoint, SharedQueue queue, Channel channel, long pollTimeoutMillis) {
        this.endpoint = endpoint;
        this.queue = queue;
        this.channel = channel;
        this.pollTimeoutMillis = pollTimeoutMillis;
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
        if (!attached) {
            queue.hold();
            try {
                takers.forEach(channel::attach);
                attached = true;
            } finally {
                if (!attached) {
                    letGo();
                }
            }
        }
        running = true;
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
            letGo();
            attached = false;
        }
    }

    private void letGo() {
        takers.forEach(channel::detach);
        queue.release(exchanges);
    }

    private synchronized boolean enter() {
        asking += running ? 1 : 0;
        return running;
    }

    /** Never throws: a message may be in hand. */
    @SuppressWarnings("CatchingUnchecked") // a user's queue may throw anything
    private void leave() {
        try {
            synchronized (this) {
                asking--;
                detachIfUnused();
            }
        } catch (Throwable e) {
            Log.warn(Log.endpoint(endpoint), endpoint + ": a consumer was stopped, but its queue is kept", e);
        }
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
        String failed = "it could not be received"; // law S4: a text needs memory when it is used first
        String givenUp = "its sender has given it up";
        for (Exchange first = take(); first != null; first = take()) {
            String drop = failed;
            try {
                Reply reply = queue.replies().remove(first);
                if (reply == null || !reply.isGivenUp()) {
                    first.getExchangeExtension().setFromEndpoint(endpoint);
                    drop = null;
                    return first;
                }
                drop = givenUp;
            } finally {
                if (drop != null) {
                    queue.discard(first, exchanges, drop);
                }
            }
        }
        return null;
    }

    private @Nullable Exchange take() {
        Exchange first = channel.poll();
        for (int tries = 0; first == null && tries < MOST_TRIES && !channel.isEmpty(); tries++) {
            SpinThenPark.pause(tries); // a sender is between two instructions, or the ring is being replaced
            first = channel.poll();
        }
        return first;
    }

    /** A thread that waits for a message. */
    private final class Asking extends WaitQueue.Waiter {
        @Override
        protected boolean mustWait() {
            return running && channel.isEmpty() && !channel.isClosed();
        }

        @Nullable
        Exchange await(long deadline) {
            try {
                channel.wakeNextSender();
                while (running && !channel.isClosed()) {
                    if (!channel.sleepUntilMessage(this, deadline, pollTimeoutMillis)) {
                        throw interrupted();
                    }
                    Exchange first = takeWanted();
                    if (first != null || WaitQueue.isPast(deadline)) {
                        return first;
                    }
                }
                return null;
            } finally {
                channel.wakeAnotherAnyhow(this);
            }
        }

        private RuntimeRoutingException interrupted() {
            Thread.currentThread().interrupt(); // the flag stays
            String message = "Interrupted while waiting for a message from " + endpoint + "; none was taken";
            return new RuntimeRoutingException(message, new InterruptedException(message));
        }
    }
}
