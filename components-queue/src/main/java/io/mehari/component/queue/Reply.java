package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.Ordered;
import io.mehari.spi.Synchronization;
import io.mehari.spi.ThreadPools;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the sender of one message waits for: a completion of the copy that is processed in its stead. */
final class Reply implements Synchronization {
    /*
     * The sender's exchange belongs to the thread that moves the state away from WAITING, by one compare-and-set: at
     * the end of the copy (ANSWERED), or for the deadline, an interrupt or the stop of the consumer (GIVEN_UP). The
     * winner writes to it and calls the callback; all others leave it alone for ever. So a late reply touches nothing.
     *
     * Law S2: the thread that ends the copy takes from another queue, or stops something. The sender's route does not
     * go on there but on a thread of the shared pool. That thread sees what the winner has written, since a task sees
     * what was written before it was given to a pool.
     */
    private static final int WAITING = 0;
    private static final int ANSWERED = 1;
    private static final int GIVEN_UP = 2;

    private final Exchange caller;
    private final AsyncCallback whenDone;
    private final @Nullable ThreadPools pools;
    private volatile ThreadPools.@Nullable Delayed deadline;

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state = WAITING;

    /**
     * @param pools where the sender goes on; null when its own thread waits, and the callback does no more than wake it
     */
    Reply(Exchange caller, AsyncCallback whenDone, @Nullable ThreadPools pools) {
        this.caller = caller;
        this.whenDone = whenDone;
        this.pools = pools;
    }

    boolean isGivenUp() {
        return state == GIVEN_UP;
    }

    /** The task that gives up when the time is up; cancelled when it is not needed any more. */
    void setDeadline(ThreadPools.Delayed deadline) {
        this.deadline = deadline;
        if (state != WAITING) {
            deadline.cancel();
        }
    }

    /** The sender gets that exception, unless there is a reply already; whether it does. */
    boolean giveUp(Exception why) {
        boolean mine = moveTo(GIVEN_UP);
        if (mine) {
            caller.setException(why);
        }
        return mine;
    }

    /** Nothing was sent: the callback is not called. */
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

    private boolean moveTo(int next) {
        boolean mine = compareAndSetState(WAITING, next);
        ThreadPools.Delayed waiting = deadline;
        if (mine && waiting != null) {
            waiting.cancel();
        }
        return mine;
    }

    // ---- the copy is done

    @Override
    public void onComplete(Exchange copy) {
        answer(copy);
    }

    @Override
    public void onFailure(Exchange copy) {
        answer(copy);
    }

    private void answer(Exchange copy) {
        if (moveTo(ANSWERED)) {
            caller.copyFrom(copy);
            if (copy.hasProperties()) {
                for (Map.Entry<String, @Nullable Object> each :
                        copy.getProperties().entrySet()) {
                    caller.setProperty(each.getKey(), each.getValue());
                }
            }
            takeSplit(copy.getExchangeExtension());
            caller.setException(copy.getException());
            callBack();
        }
    }

    /** Which part of a split the reply is, as a call of a {@code direct:} route would tell it. */
    private void takeSplit(ExchangeExtension copy) {
        int index = copy.getSplitIndex();
        if (index >= 0) {
            caller.getExchangeExtension().setSplit(index, copy.getSplitSize(), copy.isSplitComplete());
        }
    }

    /** After the completions that the route itself added. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST;
    }

    /** The sender waits for this copy, and not for what the route sends on. */
    @Override
    public boolean allowHandover() {
        return false;
    }

    /** The replies that senders wait for, by the copies that are on their way through one queue. */
    static final class Pending {
        /*
         * A copy carries its reply as a completion as well. This map is for threads that do not own the copy: they must
         * not read its completions.
         */
        private final ConcurrentHashMap<Exchange, Reply> byCopy = new ConcurrentHashMap<>();
        private volatile boolean someGivenUp;

        void add(Exchange copy, Reply reply) {
            byCopy.put(copy, reply);
        }

        /** To be called by the thread that took the copy; null when no sender waits for it. */
        @Nullable
        Reply remove(Exchange copy) {
            return byCopy.isEmpty() ? null : byCopy.remove(copy);
        }

        boolean areExpected() {
            return !byCopy.isEmpty();
        }

        /** To be called after a sender has given up, so that the place of its copy can be had. */
        void noteGivenUp() {
            someGivenUp = true;
        }

        /** Whether a sender has given up since this was last asked. */
        boolean takeGivenUp() {
            boolean some = someGivenUp;
            if (some) {
                someGivenUp = false;
            }
            return some;
        }

        /** Whether the sender of that copy does not wait for it any more. */
        boolean isGivenUp(Exchange copy) {
            Reply reply = byCopy.get(copy);
            return reply != null && reply.isGivenUp();
        }

        /** The replies to those exchanges. */
        List<Reply> to(List<Exchange> copies) {
            Set<Exchange> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
            wanted.addAll(copies);
            return byCopy.entrySet().stream()
                    .filter(each -> wanted.contains(each.getKey()))
                    .map(each -> each.getValue())
                    .toList();
        }
    }

    private boolean compareAndSetState(int expected, int next) {
        return STATE.compareAndSet(this, expected, next);
    }

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Reply.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
