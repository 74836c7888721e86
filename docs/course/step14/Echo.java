package step14;

import java.util.concurrent.locks.LockSupport;

/** A thread that answers, and one that asks; both wait in the same way. */
final class Echo implements AutoCloseable {

    // region wait
    enum Wait {
        SPIN,
        YIELD,
        PARK;

        @SuppressWarnings("ThreadPriorityCheck") // what it costs is the question
        void once() {
            switch (this) {
                case SPIN -> Thread.onSpinWait();
                case YIELD -> Thread.yield();
                case PARK -> LockSupport.park(this);
            }
        }

        /** The permit of a thread that does not sleep yet makes its next sleep end at once. */
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

    /** Asks, and waits for the answer. By one thread at a time. */
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
