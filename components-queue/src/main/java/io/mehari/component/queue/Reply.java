package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.Log;
import io.mehari.spi.Ordered;
import io.mehari.spi.Synchronization;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** The reply that a sender waits for. It is a completion of the copy that the receiving route processes. */
final class Reply implements Synchronization {
    /*
     * The thread that moves the state away from WAITING, by one compare-and-set, becomes the owner of the sender's
     * exchange. The new state is ANSWERED at the end of the copy, or GIVEN_UP after a timeout, an interrupt or the stop
     * of the consumer. Only that thread writes to the exchange and calls the callback. So a late reply has no effect.
     *
     * Law S2: the thread that ends the copy may be a consumer thread of another queue, or a thread that stops a route.
     * So the sender's route does not continue on it, but on a thread of the shared pool. That thread sees what the
     * owner wrote, because submitting a task happens-before running it.
     */
    private static final int WAITING = 0;
    private static final int ANSWERED = 1;
    private static final int GIVEN_UP = 2;

    private static final AtomicIntegerFieldUpdater<Reply> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Reply.class, "state");

    private final Exchange caller;
    private final AsyncCallback whenDone;
    private final @Nullable ThreadPools pools;
    private volatile ThreadPools.@Nullable Delayed deadline;

    private volatile int state = WAITING;

    /** @param pools where the sender's route continues; null if the callback only wakes the sender's thread */
    Reply(Exchange caller, AsyncCallback whenDone, @Nullable ThreadPools pools) {
        this.caller = caller;
        this.whenDone = whenDone;
        this.pools = pools;
    }

    boolean isGivenUp() {
        return state == GIVEN_UP;
    }

    /** Stores the task for the timeout, which is cancelled when the reply is there. */
    void setDeadline(ThreadPools.Delayed deadline) {
        this.deadline = deadline;
        if (state != WAITING) {
            deadline.cancel();
        }
    }

    /** Ends the wait with that exception, unless there is a reply already. Returns whether it did. */
    boolean giveUp(Throwable why) {
        boolean mine = moveTo(GIVEN_UP);
        if (mine) {
            caller.setException(why);
        }
        return mine;
    }

    /** Called if nothing was sent; the callback will not be called. */
    void withdraw() {
        moveTo(GIVEN_UP);
    }

    void callBack() {
        if (pools == null) {
            whenDone.done(false);
        } else {
            pools.resume(whenDone);
        }
    }

    /** If it returns true, the caller must call back, so nothing is thrown after the compare-and-set. */
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    private boolean moveTo(int next) {
        boolean mine = STATE.compareAndSet(this, WAITING, next);
        ThreadPools.Delayed waiting = deadline;
        if (mine && waiting != null) {
            try {
                waiting.cancel();
            } catch (Throwable e) {
                Log.warn(Reply.class, "The timeout of a request could not be cancelled; it will have no effect", e);
            }
        }
        return mine;
    }

    // ---- the copy is done

    @Override
    public void onFailure(Exchange copy) {
        onComplete(copy);
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // the sender waits, and gets the failure
    public void onComplete(Exchange copy) {
        if (moveTo(ANSWERED)) {
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
        if (extension.getSplitIndex() >= 0) { // as after a call of a direct: route
            caller.getExchangeExtension()
                    .setSplit(extension.getSplitIndex(), extension.getSplitSize(), extension.isSplitComplete());
        }
        if (copy.isRollbackOnly()) {
            caller.setRollbackOnly(true);
        }
        if (copy.isRollbackOnlyLast()) {
            caller.setRollbackOnlyLast(true);
        }
        caller.setException(copy.getException());
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
