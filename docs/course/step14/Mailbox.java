package step14;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Room for one message. Whoever takes sleeps until there is one; nobody takes a lock. */
abstract class Mailbox {
    /*
     * To wait and to send are lists of steps, so that a test can run those of one thread between those of another. What
     * the threads run is the same lists.
     */

    /** Returns whether to go on with the next. */
    interface Step {
        boolean run();
    }

    private volatile Object message;
    private volatile Thread waiting;

    /** What who takes does when he has found nothing. He may find nothing again. */
    abstract List<Step> waitSteps();

    final List<Step> sendSteps(Object sent) {
        return List.of(() -> put(sent), this::callWhoWaits);
    }

    // region run
    /** Returns the message, once there is one. */
    final Object take() {
        while (isEmpty()) {
            run(waitSteps());
        }
        waiting = null;
        Object taken = message;
        message = null;
        return taken;
    }

    /** Sends a message to an empty box. */
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
    final boolean lookForNothing() {
        return isEmpty();
    }

    final boolean enter() {
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

    private boolean callWhoWaits() {
        Thread waiter = waiting;
        if (waiter != null) {
            unpark(waiter);
        }
        return true;
    }
    // endregion

    // ---- a test has others

    void park() {
        LockSupport.park(this);
    }

    void unpark(Thread waiter) {
        LockSupport.unpark(waiter);
    }
}
