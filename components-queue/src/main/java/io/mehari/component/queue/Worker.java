package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.RouteProcessor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One of a consumer's threads: takes a message, gives it to the route, and repeats that. */
final class Worker extends WaitQueue.Waiter implements Runnable {
    /*
     * The phase tells others where this thread is:
     *
     *     TAKING    it takes a message, or has taken one that is not in the route yet
     *     IN_ROUTE  the route has what was taken last, or a failure to take is being reported; before this thread takes
     *               more, it looks at the consumer's state
     *     IDLE      it has found nothing, and looks again
     *     WAITING   it sleeps; before it takes more, it looks at the state
     *
     * TAKING is written before the ring's index moves, which is at least a release, and each phase is a release that
     * pairs with the acquire in phaseAcquire(). So a thread that reads the index, then the phase and then the route's
     * counts finds each message in the ring, in this worker's hand, or counted by the route.
     *
     * A thread that changes the state and wants to know when no more is taken needs a full fence between this worker's
     * write of TAKING and its read of the state; else it may see an old phase while this worker sees the old state.
     * After WAITING there is a fence. After IN_ROUTE there is none, since each message would pay for it. There the
     * other thread asks for this worker's stack, for which the JVM halts this worker for an instant, at a safepoint.
     * That is a fence on this side, paid for by the thread that needs it.
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
    private final long lookAgainNanos;
    private final DeadlockDetector.Taker taker;

    @SuppressWarnings("UnusedVariable") // through PHASE
    private int phase = IDLE;

    private boolean waitsForMessage;
    private int idleRounds;
    private int taken;

    /** The thread that runs this; null before and afterwards. Guarded by the group. */
    @Nullable
    Thread runner;

    Worker(QueueConsumer consumer, WorkerGroup group, Channel channel, String name) {
        this.consumer = consumer;
        this.group = group;
        this.channel = channel;
        this.name = name;
        QueueSettings settings = consumer.settings();
        this.strategy = consumer.waitStrategy();
        this.lookAgainNanos =
                channel.ring().isBorrowed() ? TimeUnit.MILLISECONDS.toNanos(settings.pollTimeoutMillis) : 0;
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

    /** Whether that thread, if it goes on, looks at a state that the caller has written before it takes anything. */
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
        RouteProcessor.Entrance entrance = null;
        try {
            entrance = consumer.openEntrance();
            taker.enter();
            work(entrance);
            regular = true;
        } finally {
            taker.exit();
            enterRelease(IDLE);
            if (entrance != null) {
                entrance.close();
            }
            waitsForMessage = false;
            channel.wakeAnother(this);
            group.ended(this, regular);
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
            Thread.interrupted(); // the interrupt flag of one message is not that of the next
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
            channel.wakeAnotherIfDue(this);
        }
        return exchange;
    }

    @SuppressWarnings("CatchingUnchecked") // a user's queue may throw anything
    private @Nullable Exchange poll() {
        try {
            return channel.poll();
        } catch (Throwable e) {
            channel.wakeAnother(this); // the others may succeed, and must not wait for the report
            enterRelease(IN_ROUTE); // nothing is in hand, and a stop must not wait for a report that does not end
            LockSupport.parkNanos(AFTER_FAILURE_NANOS); // first: the report may throw, and this thread end
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

    /** How often it has looked in vain; the count does not overflow. */
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

    /** For wait strategies: this thread does not look for a while. */
    void stopLooking() {
        channel.wakeAnotherIfDue(this);
    }

    /** For wait strategies: sleeps until a message wakes this thread, or for no reason. */
    void sleepUntilMessage() {
        idleRounds = 0;
        waitsForMessage = true;
        enterRelease(WAITING);
        channel.idleTakers.sleep(this, lookAgainNanos == 0 ? WaitQueue.FOR_EVER : System.nanoTime() + lookAgainNanos);
        enterRelease(IDLE);
        VarHandle.fullFence(); // see WAITING above
        waitsForMessage = false;
    }

    /** Sleeps in that queue of the consumer's until it is woken, or for no reason. */
    void pause(WaitQueue paused) {
        channel.wakeAnotherIfDue(this); // it may have been woken for a message that it does not take
        enterRelease(WAITING);
        try {
            paused.sleep(this, WaitQueue.FOR_EVER);
        } finally {
            paused.stopLooking(this);
        }
        enterRelease(TAKING);
        VarHandle.fullFence();
    }

    /** The consumer, if this thread sleeps and must not take a message since too many are under way. */
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
