package io.mehari.benchmarks;

import java.util.concurrent.locks.LockSupport;

/** What is moved through a bare queue: 80 bytes, as a message of Mehari has. */
class Parcel {
    final Object body;

    @SuppressWarnings("unused") // a header of 12 bytes and a reference make 16
    private long a, b, c, d, e, f, g, h;

    Parcel(Object body) {
        this.body = body;
    }

    /** Called by the thread that took it. */
    void taken() {}

    /** One whose sender sleeps until it was taken. */
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

    /** One that calls its sender back. */
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
