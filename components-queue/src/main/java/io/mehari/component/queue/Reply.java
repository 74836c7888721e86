package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.spi.Ordered;
import io.mehari.spi.Synchronization;
import io.mehari.spi.ThreadPools;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the sender of one message waits for: a completion of the copy that is processed in its stead. */
final class Reply implements Synchronization {
    /*
     * The sender's exchange belongs to whoever moves the state away from WAITING, by one compare-and-set: the end of the copy
     * (ANSWERED), or the deadline, an interrupt, the stop of the consumer (GIVEN_UP). The winner writes to it and calls
     * the callback; everybody else leaves it alone for ever. A late reply thus touches nothing.
     */
    private static final int WAITING = 0;
    private static final int ANSWERED = 1;
    private static final int GIVEN_UP = 2;

    private final Exchange caller;
    private final AsyncCallback whenDone;
    private volatile ThreadPools.@Nullable Delayed deadline;

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state = WAITING;

    Reply(Exchange caller, AsyncCallback whenDone) {
        this.caller = caller;
        this.whenDone = whenDone;
    }

    boolean isGivenUp() {
        return state == GIVEN_UP;
    }

    /** What forgets the reply when the time is up; cancelled when that is not needed any more. */
    void setDeadline(ThreadPools.Delayed deadline) {
        this.deadline = deadline;
        if (state != WAITING) {
            deadline.cancel();
        }
    }

    /** The sender gets that exception instead of a reply, unless there is one already; whether it does. */
    boolean giveUp(Exception why) {
        boolean mine = moveTo(GIVEN_UP);
        if (mine) {
            caller.setException(why);
        }
        return mine;
    }

    /** Nothing was sent: nobody is to be called back. */
    void withdraw() {
        moveTo(GIVEN_UP);
    }

    void callBack() {
        whenDone.done(false);
    }

    private boolean moveTo(int next) {
        boolean mine = STATE.compareAndSet(this, WAITING, next);
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
            caller.setException(copy.getException());
            callBack();
        }
    }

    /** Behind what the route itself added. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST;
    }

    /** The sender waits for this leg, not for those that go on from it. */
    @Override
    public boolean allowHandover() {
        return false;
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
