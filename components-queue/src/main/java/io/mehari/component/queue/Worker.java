package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.component.queue.ring.SpinRecord;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.component.queue.ring.TakerThread;
import io.mehari.component.queue.ring.TakerThreads;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.RouteProcessor;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The loop of one consumer thread: takes a message and gives it to the route. */
final class Worker extends TakerThread {
    private static final int LOOK_AT_SIZE = 64;
    private static final long NAP_NANOS = 100_000;
    private static final long AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final QueueConsumer consumer;
    private final TakerThreads<Channel> group;
    private final Channel channel;
    private final QueueWaitStrategy strategy;
    private final long pollTimeoutMillis;
    private final DeadlockDetector.Taker taker;
    private final SpinRecord spins = new SpinRecord();
    private final boolean isAlone;

    private boolean waitsForMessage;
    private boolean hasSpun;
    private int idleRounds;
    private int taken;

    Worker(QueueConsumer consumer, TakerThreads<Channel> group, String name) {
        super(name);
        this.consumer = consumer;
        this.group = group;
        this.channel = group.source();
        this.strategy = consumer.waitStrategy();
        this.pollTimeoutMillis = consumer.getEndpoint().settings().pollTimeoutMillis;
        this.isAlone = consumer.getEndpoint().settings().concurrentConsumers == 1;
        this.taker = new DeadlockDetector.Taker(channel) {
            @Override
            @Nullable
            QueueConsumer paused() {
                return phaseAcquire() == WAITING && consumer.hasTooManyUnderWay() ? consumer : null;
            }
        };
    }

    @Override
    public void run() {
        RouteProcessor.Entrance entrance = null;
        boolean worked = false;
        try {
            entrance = consumer.openEntrance();
            taker.enter();
            work(entrance);
            worked = true;
        } finally {
            boolean left = false;
            try {
                leave(entrance);
                left = true;
            } finally {
                group.ended(this, worked && left);
            }
        }
    }

    private void leave(RouteProcessor.@Nullable Entrance entrance) {
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

    private void work(RouteProcessor.@Nullable Entrance entrance) {
        enterRelease(TAKING);
        while (consumer.mayTake(this, group)) {
            Exchange exchange = take();
            if (exchange == null) {
                awaitMessage();
                continue;
            }
            enterRelease(GIVING);
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
            if (idleRounds > 0) {
                endIdle();
            }
            channel.wakeAnotherAnyhow(this);
        }
        return exchange;
    }

    private void endIdle() {
        idleRounds = 0;
        if (hasSpun) {
            hasSpun = false;
            spins.paid();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a user's queue may throw anything
    private @Nullable Exchange poll() {
        try {
            return channel.poll();
        } catch (Throwable e) {
            channel.wakeAnother(this); // other workers need not wait until the failure is reported
            enterRelease(GIVING); // no message is held, and a report may never return
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
                if (idleRounds == 0 && !isSpinDue()) {
                    idleRounds = SpinThenPark.ROUNDS;
                }
                beIdle(nextRound());
            }
        } else {
            SpinThenPark.pause(nextRound()); // a sender is between two instructions
        }
        enterRelease(TAKING);
    }

    /** A sender that is blocked sends as soon as it runs. With several takers, those that take already get it. */
    private boolean isSpinDue() {
        return (isAlone && channel.blockedSenders.isUsed()) || spins.isSpinDue();
    }

    /** The number of polls that found nothing, limited so that it does not overflow. */
    private int nextRound() {
        int round = idleRounds;
        idleRounds = round == Integer.MAX_VALUE ? round : round + 1;
        return round;
    }

    private void beIdle(int round) {
        channel.idleTakers.startLooking(this);
        if (round == SpinThenPark.ROUNDS) {
            channel.wakeNextSender();
        }
        if (round < SpinThenPark.ROUNDS) {
            hasSpun = true;
            SpinThenPark.spin(round);
        } else {
            waitAsTheStrategySays();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // yielding is the purpose of that strategy, and only affects speed
    private void waitAsTheStrategySays() {
        if (strategy == QueueWaitStrategy.Blocking) { // no switch: its table is a class, which a full heap may refuse
            sleepUntilMessage();
        } else if (strategy == QueueWaitStrategy.Sleeping) {
            channel.wakeAnotherIfDue(this); // this thread does not poll for a while
            Threading.parkNanos(this, NAP_NANOS);
        } else if (strategy == QueueWaitStrategy.Yielding) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /** Blocks until a message wakes this thread; may also return spuriously. */
    private void sleepUntilMessage() {
        idleRounds = 0;
        hasSpun = false;
        waitsForMessage = true;
        enterRelease(WAITING);
        channel.sleepUntilMessage(this, WaitQueue.FOR_EVER, pollTimeoutMillis);
        enterRelease(IDLE);
        VarHandle.fullFence(); // see WAITING in TakerThread
        waitsForMessage = false;
        if (wasWoken()) { // else a message had come before it slept
            spins.slept();
        }
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

    @Override
    protected boolean mustWait() {
        return waitsForMessage ? consumer.isRunning() && channel.isEmpty() : consumer.mustPause();
    }
}
