package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.RouteProcessor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One of a consumer's threads: takes a message, gives it to the route, and again. */
final class Worker extends Waiter implements Runnable {
    /*
     * The phase tells others where this thread is:
     *
     *     TAKING    it takes a message, or has taken one that is not in the route yet
     *     IN_ROUTE  the route has what was taken last; before it takes more, this thread looks at the consumer's state
     *     IDLE      it has found nothing, and looks again
     *     WAITING   it sleeps; before it takes more, it looks at the state
     *
     * TAKING is written before the ring's index moves, which is at least a release, and each phase is a release that pairs
     * with the acquire in phase(). So whoever reads the index, then the phase and then the route's counts finds each
     * message in the ring, in this thread's hand, or counted by the route.
     *
     * Whoever changes the state and wants to know when no more is taken needs a full fence between our write of TAKING and our
     * read of the state, or it may see an old phase while we see the old state. Behind WAITING there is one. Behind
     * IN_ROUTE there is none, since each message would pay for it: there the other asks for our stack, for which the
     * JVM halts this thread for an instant, at a safepoint. That is a fence on our side, paid for by the one who needs it.
     */
    static final int IDLE = 0;
    static final int TAKING = 1;
    static final int IN_ROUTE = 2;
    static final int WAITING = 3;

    private static final int LOOK_AT_SIZE = 64;
    private static final long SLEEPING_NANOS = 100_000;
    private static final long AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final QueueConsumer consumer;
    private final Crew crew;
    private final Channel channel;
    private final String name;
    private final QueueWaitStrategy strategy;
    private final long lookAgainNanos;
    private final Loops.Taker taker;

    @SuppressWarnings("UnusedVariable") // through PHASE
    private int phase = IDLE;

    private boolean waitsForMessage;
    private int idleRounds;
    private int taken;

    /** The thread that runs this; null before and afterwards. Guarded by the crew. */
    @Nullable
    Thread runner;

    Worker(QueueConsumer consumer, Crew crew, Channel channel, String name) {
        this.consumer = consumer;
        this.crew = crew;
        this.channel = channel;
        this.name = name;
        QueueSettings settings = consumer.settings();
        this.strategy = consumer.waitStrategy();
        this.lookAgainNanos =
                channel.ring().isBorrowed() ? TimeUnit.MILLISECONDS.toNanos(settings.pollTimeoutMillis) : 0;
        this.taker = new Loops.Taker(channel);
    }

    String name() {
        return name;
    }

    boolean mayHaveMessage() {
        int seen = phase();
        return seen == TAKING || seen == IN_ROUTE;
    }

    int phase() {
        return (int) PHASE.getAcquire(this);
    }

    private void enter(int next) {
        PHASE.setRelease(this, next);
    }

    /** Whether this thread, if it goes on, looks at a state that the caller has written before it takes anything. */
    boolean willSeeState(Thread thread) {
        int seen = phase();
        if (seen == IN_ROUTE) {
            thread.getStackTrace();
            return phase() == IN_ROUTE;
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
            enter(IDLE);
            if (entrance != null) {
                entrance.close();
            }
            waitsForMessage = false;
            channel.passOnBlindly(this);
            crew.ended(this, regular);
        }
    }

    private void work(RouteProcessor.@Nullable Entrance entrance) {
        enter(TAKING);
        while (consumer.mayTake(this, crew)) {
            Exchange exchange = take();
            if (exchange == null) {
                awaitMessage();
                continue;
            }
            enter(IN_ROUTE);
            consumer.give(exchange, entrance);
            Thread.interrupted(); // what one message leaves behind is not the next one's
            enter(TAKING);
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
            channel.passOnMessage(this);
        }
        return exchange;
    }

    @SuppressWarnings("CatchingUnchecked") // a queue of the user's may throw anything
    private @Nullable Exchange poll() {
        try {
            return channel.poll();
        } catch (Throwable e) {
            channel.passOnBlindly(this); // the others may have more luck, and are not to wait for the report
            LockSupport.parkNanos(AFTER_FAILURE_NANOS); // first: the report may throw, and this thread end
            consumer.reportPollFailure(e);
            return null;
        }
    }

    // ---- nothing to do

    private void awaitMessage() {
        enter(IDLE);
        if (channel.isEmpty()) {
            while (consumer.isRunning() && channel.isEmpty()) {
                beIdle(nextRound());
            }
        } else {
            Hesitation.briefly(nextRound()); // a sender is between two instructions
        }
        enter(TAKING);
    }

    /** How often it has looked in vain; not beyond what a number holds. */
    private int nextRound() {
        int round = idleRounds;
        idleRounds = round == Integer.MAX_VALUE ? round : round + 1;
        return round;
    }

    private void beIdle(int round) {
        channel.looksForMessage(this);
        if (round == Hesitation.BRIEF) {
            channel.callNextSender();
        }
        if (round < Hesitation.BRIEF) {
            Hesitation.awake(round);
        } else if (strategy == QueueWaitStrategy.BusySpin) {
            Thread.onSpinWait();
        } else if (strategy == QueueWaitStrategy.Yielding) {
            Hesitation.yieldProcessor();
        } else if (strategy == QueueWaitStrategy.Sleeping) {
            channel.passOnMessage(this);
            LockSupport.parkNanos(SLEEPING_NANOS);
        } else {
            idleRounds = 0;
            sleepUntilMessage();
        }
    }

    private void sleepUntilMessage() {
        waitsForMessage = true;
        enter(WAITING);
        channel.sleepUntilMessage(
                this, lookAgainNanos == 0 ? WaitingRoom.FOR_EVER : System.nanoTime() + lookAgainNanos);
        enter(IDLE);
        VarHandle.fullFence(); // see WAITING above
        waitsForMessage = false;
    }

    /** Sleeps in the consumer's room until it calls, or for no reason. */
    void pause(WaitingRoom room) {
        channel.passOnMessage(this); // it may have been called for one that it does not take
        enter(WAITING);
        try {
            room.sleep(this, WaitingRoom.FOR_EVER);
        } finally {
            room.arrived(this);
        }
        enter(TAKING);
        VarHandle.fullFence();
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
