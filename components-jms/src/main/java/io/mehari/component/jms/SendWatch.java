package io.mehari.component.jms;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ends the send of a session that takes longer than its limit, or whose worker is told to give up. */
final class SendWatch {
    /*
     * Another thread closes the session, the only thing that it may do with it. A client that gets no answer to that
     * either, since the broker does not read from its connection, is interrupted, and its connection is given up.
     *
     * One task of the timer looks after all sends of the session: when it runs, it looks at the send that is under way.
     * A task for each send would wake the timer's thread for each message. Guarded by this: all fields that are not
     * final.
     */
    private static final long GRACE_MILLIS = 500;

    /** What sends, and may be told to give up. */
    interface Sending {
        /** Called on its thread, which begins a send that is watched by this; null: the send is over. */
        void sends(@Nullable SendWatch watch);
    }

    private final JmsAccess access;
    private final AutoCloseable session;
    private final Runnable whenStuck;
    private @Nullable Thread sending;
    private @Nullable String givenUp;
    private boolean watched;
    private long limitMillis;
    private long begunAt;
    private long lookAt;

    /** @param whenStuck called if a send that is given up does not end, because its connection does not work */
    SendWatch(JmsAccess access, AutoCloseable session, Runnable whenStuck) {
        this.access = access;
        this.session = session;
        this.whenStuck = whenStuck;
    }

    /** The calling thread begins to send. */
    synchronized void begin(long limit) {
        boolean ignored = Thread.interrupted(); // a step of the route may have set it; only a stop ends the send
        long now = System.nanoTime();
        if (limit > 0 && (!watched || lookAt - now > TimeUnit.MILLISECONDS.toNanos(limit))) {
            watch(limit);
        }
        limitMillis = limit;
        begunAt = now;
        sending = Thread.currentThread();
    }

    /** The send is over. Returns why it was ended, null if it was not; the client may have cut it short silently. */
    synchronized @Nullable String end() {
        sending = null;
        boolean ignored = Thread.interrupted();
        return givenUp;
    }

    /** Whether the session was closed during a send, so that it cannot be used again. */
    synchronized boolean isGivenUp() {
        return givenUp != null;
    }

    /**
     * Ends the send of that thread, if it is still under way.
     *
     * @param when for the message of the exception, such as {@code within 5 ms}
     */
    synchronized void giveUp(Thread sender, String when) {
        if (sending == sender && givenUp == null) {
            Closing.inBackground(access, session);
            givenUp = when;
            access.pools().schedule(() -> interrupt(sender), GRACE_MILLIS);
        }
    }

    private void interrupt(Thread sender) {
        synchronized (this) {
            if (sending != sender) {
                return;
            }
            sender.interrupt();
        }
        whenStuck.run();
    }

    private void watch(long millis) {
        long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        lookAt = at;
        access.pools().schedule(() -> look(at), millis);
        watched = true;
    }

    /** Called by the timer, or earlier if the context stops. */
    private synchronized void look(long due) {
        if (due != lookAt) {
            return; // there is an earlier look
        }
        watched = false;
        Thread sender = sending;
        if (sender == null || limitMillis == 0) {
            return; // the next send is watched again
        }
        long now = System.nanoTime();
        long left = limitMillis - TimeUnit.NANOSECONDS.toMillis(now - begunAt);
        if (left <= 0 || now - lookAt < 0) {
            giveUp(sender, "within " + limitMillis + " ms");
        } else {
            watch(left);
        }
    }
}
