package io.mehari.subjects.raw;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The object that a bare queue transports. One is created for each message. It has 80 bytes, as a message of Mehari, so
 * that both use the caches in the same way.
 */
public class Envelope {
    final Object body;

    @SuppressWarnings("unused") // a header of 12 bytes and a reference make 16
    private long a, b, c, d, e, f, g, h;

    /** Creates the object of a message. */
    public Envelope(Object body) {
        this.body = body;
    }

    /** Called by the thread that has delivered it. */
    void done() {}

    /** An envelope whose sender sleeps until it is delivered, or is called back. */
    static final class Request extends Envelope {
        private final Thread sender = Thread.currentThread();
        private final @Nullable Runnable then;
        private volatile boolean answered;

        Request(Object body, @Nullable Runnable then) {
            super(body);
            this.then = then;
        }

        @Override
        void done() {
            if (then != null) {
                then.run();
            } else {
                answered = true;
                LockSupport.unpark(sender);
            }
        }

        void await() {
            while (!answered) {
                LockSupport.park(this);
            }
        }
    }
}
