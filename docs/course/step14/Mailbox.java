package step14;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A lock-free mailbox for one message. {@code take} parks until there is one. */
abstract class Mailbox {
    /*
     * Waiting and sending are lists of steps, so that a test can interleave the steps of two threads. The threads run
     * the same lists.
     */

    /** Returns true to continue with the next step. */
    interface Step {
        boolean run();
    }

    private volatile Object message;
    private volatile Thread waiting;

    /** What {@code take} does while the mailbox is empty. It may be empty again afterwards. */
    abstract List<Step> waitSteps();

    final List<Step> sendSteps(Object sent) {
        return List.of(() -> put(sent), this::wakeWaiter);
    }

    // region run
    /** Waits for a message and returns it. */
    final Object take() {
        while (isEmpty()) {
            run(waitSteps());
        }
        waiting = null;
        Object taken = message;
        message = null;
        return taken;
    }

    /** Puts a message into the empty mailbox. */
    final void send(Object sent) {
        run(sendSteps(sent));
    }

    private static void run(List<Step> steps) {
        for (Step step : steps) {
            if (!step.run()) {
                return;
            }
        }
    }
    // endregion

    final boolean isEmpty() {
        return message == null;
    }

    // ---- the steps

    // region steps
    final boolean checkEmpty() {
        return isEmpty();
    }

    final boolean announceWait() {
        waiting = Thread.currentThread();
        return true;
    }

    final boolean sleep() {
        park();
        return true;
    }

    private boolean put(Object sent) {
        message = sent;
        return true;
    }

    private boolean wakeWaiter() {
        Thread waiter = waiting;
        if (waiter != null) {
            unpark(waiter);
        }
        return true;
    }
    // endregion

    // ---- overridden by a test

    void park() {
        LockSupport.park(this);
    }

    void unpark(Thread waiter) {
        LockSupport.unpark(waiter);
    }
}
