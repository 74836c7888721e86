package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.Threading;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The loop of one consumer thread: takes a message and gives it to the route. */
final class Worker extends WaitQueue.Waiter implements Runnable {
    /*
     * The phase shows other threads what this thread does:
     *
     *     TAKING    takes a message, or has taken one that is not in the route yet
     *     IN_ROUTE  gives the last message to the route, or reports a failure to take
     *     IDLE      has found nothing, and polls again
     *     WAITING   sleeps
     *
     * After IN_ROUTE and WAITING it reads the state before it takes more.
     *
     * TAKING is written before the ring's index moves, which is at least a release, and each phase is a release that
     * pairs with the acquire in phaseAcquire(). So a thread that reads the index, then the phase and then the counts of
     * the route misses no message: each is in the ring, held by this worker, or counted by the route.
     *
     * A thread that changes the state, and then waits until no more messages are taken, relies on a full fence between
     * this worker's write of TAKING and its read of the state. Without it, that thread could read an old phase while
     * this worker reads the old state. After WAITING there is a fence. After IN_ROUTE there is none, because each
     * message would pay for it. Instead the other thread requests the stack trace of this worker: for this the JVM
     * stops the worker at a safepoint, which acts as a fence.
     */
    static final int IDLE = 0;
    static final int TAKING = 1;
    static final int IN_ROUTE = 2;
    static final int WAITING = 3;

    private static final int LOOK_AT_SIZE = 64;
    private static final long AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final QueueConsumer consumer;
    private final WorkerGroup group;
    private final Channel channel;
    private final String name;
    private final QueueWaitStrategy strategy;
    private final long pollTimeoutMillis;
    private final DeadlockDetector.Taker taker;

    @SuppressWarnings("UnusedVariable") // through PHASE
    private int phase = IDLE;

    private boolean waitsForMessage;
    private int idleRounds;
    private int taken;

    @Nullable
    Thread runner; // null before and afterwards; guarded by the group

    Worker(QueueConsumer consumer, WorkerGroup group, Channel channel, String name) {
        this.consumer = consumer;
        this.group = group;
        this.channel = channel;
        this.name = name;
        this.strategy = consumer.waitStrategy();
        this.pollTimeoutMillis = consumer.getEndpoint().settings().pollTimeoutMillis;
        this.taker = new DeadlockDetector.Taker(channel, this);
    }

    String name() {
        return name;
    }

    boolean mayHaveMessage() {
        int seen = phaseAcquire();
        return seen == TAKING || seen == IN_ROUTE;
    }

    int phaseAcquire() {
        return (int) PHASE.getAcquire(this);
    }

    private void enterRelease(int next) {
        PHASE.setRelease(this, next);
    }

    /** Whether that thread, before it takes another message, will read the state that the caller has written. */
    boolean willSeeState(Thread thread) {
        int seen = phaseAcquire();
        if (seen == IN_ROUTE) {
            thread.getStackTrace();
            return phaseAcquire() == IN_ROUTE;
        }
        return seen == WAITING;
    }

    @Override
    public void run() {
        boolean regular = false;
        try {
            workInEntrance();
            regular = true;
        } finally {
            group.ended(this, regular);
        }
    }

    private void workInEntrance() {
        RouteProcessor.Entrance entrance = null;
        try {
            entrance = consumer.openEntrance();
            taker.enter();
            work(entrance);
        } finally {
            waitsForMessage = false;
            enterRelease(IDLE);
            try {
                taker.exit();
                if (entrance != null) {
                    entrance.close();
                }
            } finally {
                channel.wakeAnother(this);
            }
        }
    }

    private void work(RouteProcessor.@Nullable Entrance entrance) {
        enterRelease(TAKING);
        while (consumer.mayTake(this, group)) {
            Exchange exchange = take();
            if (exchange == null) {
                awaitMessage();
                continue;
            }
            enterRelease(IN_ROUTE);
            consumer.give(exchange, entrance);
            Thread.interrupted(); // an interrupt flag set for one message must not affect the next
            enterRelease(TAKING);
            if (consumer.isThreadPerTask()) {
                return;
            }
        }
    }

    private @Nullable Exchange take() {
        if ((taken++ & (LOOK_AT_SIZE - 1)) == 0) {
            channel.noteSize();
        }
        Exchange exchange = poll();
        if (exchange != null) {
            idleRounds = 0;
            wakeAnotherIfDue();
        }
        return exchange;
    }

    /** Never throws: a message is in hand. */
    @SuppressWarnings("CatchingUnchecked") // a user's queue may throw anything when it is asked whether it is empty
    private void wakeAnotherIfDue() {
        try {
            channel.wakeAnotherIfDue(this);
        } catch (Throwable e) {
            channel.idleTakers.wakeOne();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a user's queue may throw anything
    private @Nullable Exchange poll() {
        try {
            return channel.poll();
        } catch (Throwable e) {
            channel.wakeAnother(this); // other workers need not wait until the failure is reported
            enterRelease(IN_ROUTE); // no message is held, and a report may never return
            Threading.parkNanos(this, AFTER_FAILURE_NANOS); // first: the report may throw, and this thread end
            consumer.reportPollFailure(e);
            return null;
        }
    }

    // ---- nothing to do

    private void awaitMessage() {
        enterRelease(IDLE);
        if (channel.isEmpty()) {
            while (consumer.isRunning() && channel.isEmpty()) {
                beIdle(nextRound());
            }
        } else {
            Backoff.spinThenPark(nextRound()); // a sender is between two instructions
        }
        enterRelease(TAKING);
    }

    /** The number of polls that found nothing, limited so that it does not overflow. */
    private int nextRound() {
        int round = idleRounds;
        idleRounds = round == Integer.MAX_VALUE ? round : round + 1;
        return round;
    }

    private void beIdle(int round) {
        channel.idleTakers.startLooking(this);
        if (round == Backoff.ROUNDS) {
            channel.wakeNextSender();
        }
        if (round < Backoff.ROUNDS) {
            Backoff.spin(round);
        } else {
            strategy.waitOnce(this);
        }
    }

    /** For wait strategies: this thread does not poll for a while. */
    void stopLooking() {
        channel.wakeAnotherIfDue(this);
    }

    /** For wait strategies: blocks until a message wakes this thread; may also return spuriously. */
    void sleepUntilMessage() {
        idleRounds = 0;
        waitsForMessage = true;
        enterRelease(WAITING);
        channel.sleepUntilMessage(this, WaitQueue.FOR_EVER, pollTimeoutMillis);
        enterRelease(IDLE);
        VarHandle.fullFence(); // see WAITING above
        waitsForMessage = false;
    }

    /** Blocks until it is woken; may also return spuriously. */
    void pause(WaitQueue paused) {
        channel.wakeAnotherIfDue(this); // it may have been woken for a message that it will not take
        enterRelease(WAITING);
        try {
            paused.sleep(this, WaitQueue.FOR_EVER);
        } finally {
            if (paused.stopLooking(this) && !consumer.mustPause()) {
                paused.wakeOne(); // this worker may take long to end, and another one may take messages
            }
        }
        enterRelease(TAKING);
        VarHandle.fullFence();
    }

    /** The consumer, if this thread sleeps because too many messages are in flight; else null. */
    @Nullable
    QueueConsumer pausedConsumer() {
        return phaseAcquire() == WAITING && consumer.hasTooManyUnderWay() ? consumer : null;
    }

    @Override
    boolean mustWait() {
        return waitsForMessage ? consumer.isRunning() && channel.isEmpty() : consumer.mustPause();
    }

    private static final VarHandle PHASE;

    static {
        try {
            PHASE = MethodHandles.lookup().findVarHandle(Worker.class, "phase", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
