package io.mehari.impl;

import io.mehari.AggregationStrategy;
import io.mehari.AsyncCallback;
import io.mehari.spi.ThreadPools;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One exchange on its way through a step that runs its children at the same time. */
final class ParallelGroup extends FanGroup {
    /*
     * Everything but the children's own steps happens in turn(): asking for the next part, making a child, aggregating,
     * noticing the end. `turns` sees to it that one thread at a time is in there: who takes it from 0 is in, and whoever
     * comes meanwhile adds 1 and leaves; the one inside takes off what it has seen and goes round again while something
     * is left. So no lock is held while user code runs, and the strategy never runs twice at once.
     *
     * Why each turn sees what the ones before it and the children have written: all accesses to `turns` are volatile
     * read-modify-writes of one variable. A child's thread puts the child into `done` and then adds to `turns`; either it
     * comes in itself, or the thread inside reads its addition later, when it takes off what it has seen, and goes round
     * again. Either way its writes happen before that turn. The same holds from one thread inside to the next. A child is
     * given to its thread by the executor, whose contract is a happens-before edge; and the parent goes to whoever
     * resumes it by the continuation's compare-and-set.
     *
     * `closed` alone is read and written outside of turns: a child that fails says by it, before it is done, that nothing
     * more is to be begun. It is volatile and only ever goes from false to true.
     *
     * The parent is resumed when no child is left, outside of turns. Behind a timeout children may be left: for them the
     * group is over, and a turn does nothing but release them, touching neither the parent nor the aggregate.
     */
    private final boolean inOrder;
    private final int maxInFlight;
    private final Executor executor;
    private final AtomicInteger turns = new AtomicInteger();
    private final Queue<Part> done = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile boolean expired;

    // ---- touched in turns only, except by begin() before the first

    /** Begun and not yet settled, in the order in which they were begun. */
    private final Set<Part> open = new LinkedHashSet<>();

    private @Nullable Part refused;
    private @Nullable Continuation whenOver;
    private ThreadPools.@Nullable Delayed timer;
    private long timeoutMillis;
    private boolean allMade;
    private boolean over;
    private @Nullable Throwable thrown;

    ParallelGroup(
            FanRules rules,
            DefaultExchange parent,
            Children children,
            boolean inOrder,
            int maxInFlight,
            Executor executor) {
        super(rules, parent, children);
        this.inOrder = inOrder;
        this.maxInFlight = maxInFlight;
        this.executor = executor;
    }

    /** Called with the parent suspended already, so that it can be resumed as soon as the first child runs. */
    void begin(Continuation whenOver, ThreadPools threads, long timeoutMillis) {
        this.whenOver = whenOver;
        this.timeoutMillis = timeoutMillis;
        turns.set(1); // so that a timer that is early waits for its turn
        if (timeoutMillis > 0) {
            timer = threads.schedule(() -> threads.shared().execute(this::expire), timeoutMillis);
        }
        goRound();
    }

    private void expire() {
        expired = true;
        takeTurn();
    }

    // ---- turns

    private void takeTurn() {
        if (turns.getAndIncrement() == 0) {
            goRound();
        }
    }

    private void goRound() {
        boolean ended = false;
        int seen;
        do {
            seen = turns.get();
            ended |= turn();
        } while (turns.addAndGet(-seen) != 0);
        if (ended && whenOver != null) {
            whenOver.done(false); // nothing here may touch the parent any more
        }
    }

    /** Does what there is to do; true the one time when the parent is to go on. */
    @SuppressWarnings("CatchingUnchecked") // what the parts or the strategy throw is the parent's failure
    private boolean turn() {
        if (over) {
            releaseDone();
            return false;
        }
        try {
            settleDone();
            if (expired) {
                settleTheRest();
            } else {
                beginMore();
            }
        } catch (Throwable e) {
            fail(e);
        }
        over = expired || (open.isEmpty() && (allMade || closed));
        if (over) {
            closed = true;
            releaseRefused();
            if (timer != null && !expired) {
                timer.cancel();
            }
        }
        return over;
    }

    private void fail(Throwable e) {
        closed = true;
        if (thrown == null) {
            thrown = e;
        } else if (thrown != e) {
            thrown.addSuppressed(e);
        }
    }

    // ---- beginning

    private void beginMore() {
        while (!closed && open.size() < maxInFlight) {
            Part part = refused;
            refused = null;
            if (part == null) {
                if (!children.hasNext()) {
                    allMade = true;
                    return;
                }
                part = nextPart();
            }
            if (!begin(part)) {
                return;
            }
        }
    }

    private Part nextPart() {
        DefaultExchange child = (DefaultExchange) exchanges().copy(parent);
        int lease = exchanges().lease(child);
        return new Part(child, lease, prepare(child, lease), made() - 1);
    }

    /** A pool that is full takes the part when one of its siblings is done; if there is none, nobody would come back. */
    private boolean begin(Part part) {
        open.add(part);
        try {
            executor.execute(part);
            return true;
        } catch (RejectedExecutionException e) {
            open.remove(part);
            refused = part;
            if (open.isEmpty()) {
                fail(e);
            }
            return false;
        }
    }

    // ---- settling

    private void settleDone() {
        for (Part part = done.poll(); part != null; part = done.poll()) {
            part.isDone = true;
            if (!inOrder) {
                settle(part);
            }
        }
        while (inOrder && !open.isEmpty()) {
            Part first = open.iterator().next();
            if (!first.isDone) {
                return;
            }
            settle(first);
        }
    }

    private void settle(Part part) {
        open.remove(part);
        if (part.skipped || isStopped() || thrown != null) {
            exchanges().release(part.child, part.lease);
            return;
        }
        try {
            add(part.child, part.lease, part.index);
        } catch (RuntimeException | Error e) {
            fail(e); // and on to the next: each has to be given back
        }
        if (isStopped()) {
            closed = true;
        }
    }

    /** The time is up: what is done counts, what is not is late. */
    private void settleTheRest() {
        closed = true;
        AggregationStrategy strategy = rules.strategy();
        for (Part part : open.toArray(new Part[0])) {
            if (part.isDone) {
                settle(part);
            } else if (strategy != null && thrown == null && !isStopped()) {
                strategy.timeout(aggregate(), part.index, children.size(), timeoutMillis);
            }
        }
        open.clear();
    }

    private void releaseRefused() {
        Part part = refused;
        refused = null;
        if (part != null) {
            exchanges().release(part.child, part.lease);
        }
    }

    private void releaseDone() {
        for (Part part = done.poll(); part != null; part = done.poll()) {
            exchanges().release(part.child, part.lease);
        }
    }

    // ---- the end, when the parent is resumed

    /** Makes the parent what has come of its children, or throws what kept that from happening. */
    void finishOrFail() {
        if (thrown == null) {
            try {
                finish();
                return;
            } catch (RuntimeException | Error e) {
                thrown = e;
            }
        }
        giveUp();
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    /** A child, as the task that runs it and as the callback for its end. */
    private final class Part implements AsyncCallback {
        private final DefaultExchange child;
        private final int lease;
        private final RouteCode block;
        private final int index;
        private boolean skipped;
        private boolean isDone;

        Part(DefaultExchange child, int lease, RouteCode block, int index) {
            this.child = child;
            this.lease = lease;
            this.block = block;
            this.index = index;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // or the group would wait for it for ever
        public void run() {
            if (closed) {
                skipped = true;
                done(true);
                return;
            }
            boolean ended = true;
            try {
                ended = block.run(child, 0) || child.continuation().leave(this);
            } catch (Throwable e) {
                child.setException(e);
            }
            if (ended) {
                done(true);
            }
        }

        @Override
        public void done(boolean doneSync) {
            if (rules.stopOnException() && isStop(child)) {
                closed = true;
            }
            done.add(this);
            takeTurn();
        }
    }
}
