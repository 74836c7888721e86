package step14;

import java.util.concurrent.locks.LockSupport;

/** A thread that answers requests of another thread; both use the same wait strategy. */
final class Echo implements AutoCloseable {

    // region wait
    enum Wait {
        SPIN,
        YIELD,
        PARK;

        @SuppressWarnings("ThreadPriorityCheck") // this is what is measured
        void once() {
            switch (this) {
                case SPIN -> Thread.onSpinWait();
                case YIELD -> Thread.yield();
                case PARK -> LockSupport.park(this);
            }
        }

        /** If the thread is not parked yet, the permit makes its next park return immediately. */
        void wake(Thread waiter) {
            if (this == PARK) {
                LockSupport.unpark(waiter);
            }
        }
    }
    // endregion

    private final Wait wait;
    private final Thread answering;
    private Thread asking;
    private volatile int asked;
    private volatile int answered;
    private volatile boolean closed;

    Echo(Wait wait) {
        this.wait = wait;
        this.answering = new Thread(this::answer, "answers");
        answering.setDaemon(true);
        answering.start();
    }

    /** Sends a request and waits for the answer. Not thread-safe. */
    int ask() {
        asking = Thread.currentThread();
        int question = answered + 1;
        asked = question;
        wait.wake(answering);
        while (answered != question) {
            wait.once();
        }
        return question;
    }

    private void answer() {
        for (int question = 1; ; question++) {
            while (asked != question) {
                if (closed) {
                    return;
                }
                wait.once();
            }
            answered = question;
            wait.wake(asking);
        }
    }

    Thread answering() {
        return answering;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(answering);
    }
}
