package io.mehari.scenarios;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread that sends its bodies in turn, as fast as the subject takes them, until it is told to end. */
final class Sender extends Thread {
    private final Subject subject;
    private final Variation variation;
    private final Object[] bodies;
    private volatile boolean over;
    private volatile @Nullable Throwable failure;

    /** How many bodies were sent; to be read when the thread has ended. */
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

    /** Ends between two groups, so that no aggregator is left with half of one. */
    private void sendBodies() throws Exception {
        int place = 0;
        while (!over || place % Variation.GROUP != 0) {
            subject.send(bodies[place]);
            sent++;
            place = place + 1 == bodies.length ? 0 : place + 1;
        }
    }

    /** Lets it send what belongs together, and no more. */
    void end() {
        over = true;
    }

    /** How many bodies it has sent, when it has ended. */
    long sent() {
        return sent;
    }

    /** What made it end; null when nothing has. */
    @Nullable
    Throwable failure() {
        return failure;
    }
}
