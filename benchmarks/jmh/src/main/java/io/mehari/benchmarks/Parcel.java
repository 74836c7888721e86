package io.mehari.benchmarks;

import java.util.concurrent.locks.LockSupport;

/** The object that a bare queue transports. It has 80 bytes, as a message of Mehari. */
class Parcel {
    final Object body;

    @SuppressWarnings("unused") // a header of 12 bytes and a reference make 16
    private long a, b, c, d, e, f, g, h;

    Parcel(Object body) {
        this.body = body;
    }

    /** Called by the thread that takes it. */
    void taken() {}

    /** A parcel whose sender sleeps until it is taken. */
    static final class Request extends Parcel {
        private final Thread sender = Thread.currentThread();
        private volatile boolean answered;

        Request(Object body) {
            super(body);
        }

        @Override
        void taken() {
            answered = true;
            LockSupport.unpark(sender);
        }

        void awaitAnswer() {
            while (!answered) {
                LockSupport.park(this);
            }
        }
    }

    /** A parcel that calls its sender back. */
    static final class Call extends Parcel {
        private final Runnable then;

        Call(Object body, Runnable then) {
            super(body);
            this.then = then;
        }

        @Override
        void taken() {
            then.run();
        }
    }
}
