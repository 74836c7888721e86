package io.mehari.scenarios;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread that sends its bodies in turn, as fast as the subject accepts them, until it is asked to end. */
final class Sender extends Thread {
    private final Subject subject;
    private final Variation variation;
    private final Object[] bodies;
    private volatile boolean over;
    private volatile @Nullable Throwable failure;

    /** The number of sent bodies. Read it only after the thread has ended. */
    private long sent;

    Sender(Subject subject, Variation variation, int index) {
        super("sender-" + index);
        this.subject = subject;
        this.variation = variation;
        this.bodies = Payload.ring(variation, index);
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            if (variation.sendsLists()) {
                sendLists(List.of(bodies));
            } else {
                sendBodies();
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void sendLists(List<Object> list) throws Exception {
        while (!over) {
            subject.send(list);
            sent += list.size();
        }
    }

    /** Ends only between two groups, so that no aggregator has an incomplete group. */
    private void sendBodies() throws Exception {
        int place = 0;
        while (!over || place % Variation.GROUP != 0) {
            subject.send(bodies[place]);
            sent++;
            place = place + 1 == bodies.length ? 0 : place + 1;
        }
    }

    /** Asks the thread to end after the current group. */
    void end() {
        over = true;
    }

    /** The number of sent bodies. Call this after the thread has ended. */
    long sent() {
        return sent;
    }

    /** The failure that ended the thread; null if there is none. */
    @Nullable
    Throwable failure() {
        return failure;
    }
}
