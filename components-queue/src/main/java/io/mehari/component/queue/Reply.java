package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.EndsOnce;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.Ordered;
import io.mehari.spi.Synchronization;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.Resumption;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The reply that a sender waits for. It is a completion of the copy that the receiving route processes. */
final class Reply extends EndsOnce implements Synchronization {
    /*
     * Law S2: the thread that ends the copy may be a consumer thread of another queue, or a thread that stops a route.
     * So the sender's route does not continue on it, but on a thread of the shared pool.
     */
    private final Exchange caller;
    private final AsyncCallback whenDone;
    private final @Nullable ThreadPools pools;

    /** @param pools where the sender's route continues; null if the callback only wakes the sender's thread */
    Reply(Exchange caller, AsyncCallback whenDone, @Nullable ThreadPools pools) {
        this.caller = caller;
        this.whenDone = whenDone;
        this.pools = pools;
    }

    /** Whether the sender waits no more: after a timeout, an interrupt or the stop of the consumer. */
    boolean isGivenUp() {
        return isDone(); // who asks has the copy, so that there is no reply yet
    }

    /**
     * Ends the wait with an exception, unless there is a reply already. Returns whether it did.
     *
     * @param why makes the exception for the sender's exchange, after this thread has become its owner
     */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full, and the sender must be called back
    boolean giveUp(Function<Exchange, ? extends Throwable> why) {
        boolean owned = end();
        if (owned) {
            try {
                caller.setException(made(() -> why.apply(caller)));
            } catch (Throwable e) {
                caller.setException(e);
            }
        }
        return owned;
    }

    /** Called if nothing was sent; the callback will not be called. */
    void withdraw() {
        boolean unused = end();
    }

    void callBack() {
        if (pools == null) {
            whenDone.done(false);
        } else {
            RouteThreads.resume(pools, Resumption.of(whenDone));
        }
    }

    // ---- the copy is done

    @Override
    public void onFailure(Exchange copy) {
        onComplete(copy);
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // the sender waits, and gets the failure
    public void onComplete(Exchange copy) {
        if (end()) {
            try {
                answer(copy);
            } catch (Throwable e) {
                caller.setException(e);
            } finally {
                callBack();
            }
        }
    }

    private void answer(Exchange copy) {
        caller.copyFrom(copy);
        if (copy.hasProperties()) {
            copy.getProperties().forEach(caller::setProperty);
        }
        ExchangeExtension extension = copy.getExchangeExtension();
        if (extension.getSplitIndex() >= 0) { // as after a call of a direct: route, and so are the marks below
            caller.getExchangeExtension()
                    .setSplit(extension.getSplitIndex(), extension.getSplitSize(), extension.isSplitComplete());
        }
        Object loopIndex = copy.getProperty(Exchange.LOOP_INDEX);
        if (loopIndex != null) {
            caller.setProperty(Exchange.LOOP_INDEX, loopIndex);
        }
        if (copy.isRollbackOnly()) {
            caller.setRollbackOnly(true);
        }
        if (copy.isRouteStop()) {
            caller.setRouteStop(true);
        }
        if (Boolean.TRUE.equals(extension.getErrorHandlerHandled())) {
            caller.getExchangeExtension().setErrorHandlerHandled(true);
        }
        caller.setException(copy.getException());
        if (extension.isRedeliveryExhausted() && copy.getException() != null) {
            caller.getExchangeExtension().setRedeliveryExhausted(true);
        }
    }

    /** Runs after the completions that the route added. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST;
    }

    /** False, because the sender waits for this copy, and not for messages that the route sends. */
    @Override
    public boolean allowHandover() {
        return false;
    }

    /** The expected replies of one queue, by the copies that are in the queue or being processed. */
    static final class Pending {
        /*
         * Each copy also has its reply as a completion. This map is for threads that do not own the copy and therefore
         * must not read its completions.
         */
        private final ConcurrentHashMap<Exchange, Reply> byCopy = new ConcurrentHashMap<>();
        private volatile boolean someGivenUp;

        void add(Exchange copy, Reply reply) {
            byCopy.put(copy, reply);
        }

        /** Called by the thread that took the copy. Null if no sender waits for it. */
        @Nullable
        Reply remove(Exchange copy) {
            return byCopy.isEmpty() ? null : byCopy.remove(copy);
        }

        boolean areExpected() {
            return !byCopy.isEmpty();
        }

        /** Called after a sender has given up, so that its copy can be dropped to make room. */
        void noteGivenUp() {
            someGivenUp = true;
        }

        /** Whether a sender has given up since the last call. */
        boolean takeGivenUp() {
            boolean some = someGivenUp;
            if (some) {
                someGivenUp = false;
            }
            return some;
        }

        /** Null if no sender waits for that copy. */
        @Nullable
        Reply to(Exchange copy) {
            return byCopy.get(copy);
        }

        /** Whether the sender of that copy has given up. */
        boolean isGivenUp(Exchange copy) {
            Reply reply = to(copy);
            return reply != null && reply.isGivenUp();
        }
    }
}
