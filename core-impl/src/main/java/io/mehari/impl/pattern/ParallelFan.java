package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.builder.model.Node;
import io.mehari.impl.base.OneTimeTask;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.ChainedCallback;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.StackRoom;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs several child exchanges of one exchange at the same time, and merges them into one result. The parent is
 * suspended meanwhile.
 */
public final class ParallelFan extends Step {
    private final Children.Source source;
    private final Fan.Rules rules;
    private final boolean inOrder;
    private final Node.Parallel settings;
    private final Executor executor;
    private final ThreadPools threads;

    public ParallelFan(
            Children.Source source, Fan.Rules rules, Node.Fan fan, @Nullable Executor given, ThreadPools threads) {
        this.source = source;
        this.rules = rules;
        this.inOrder = !fan.streaming();
        this.settings = Objects.requireNonNull(fan.parallel());
        this.executor = given != null ? given : threads.shared();
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange parent) throws Exception {
        StackRoom.claim(3 * StackRoom.EXECUTOR); // a group that has begun must come to its end
        new Group(parent, source.of(parent)).begin();
        return SUSPENDED;
    }

    @Override
    public int resume(AbstractExchange parent, @Nullable Object state) {
        Objects.requireNonNull((Group) state).finishOrFail();
        return next;
    }

    /** The run of one exchange through a step that runs its children at the same time. */
    private final class Group extends FanGroup {
        /*
         * Everything except the steps of the children happens in round(): asking for the next part, making a child,
         * aggregating, noticing the end. `rounds` lets only one thread in at a time. The thread that increments it
         * from 0 goes in. Any other thread adds 1 and leaves. The thread inside subtracts what it has seen, and goes
         * round again if anything is left. So no lock is held while user code runs, and the strategy never runs twice
         * at once.
         *
         * Each round sees what the former rounds and the children have written: all accesses to `rounds` are volatile
         * read-modify-writes of one variable. The thread of a child puts the child into `done` and then adds to
         * `rounds`. Either it goes in itself, or the thread inside later reads its addition and goes round again.
         * Either way its writes happen before that round. The same holds from one thread inside to the next. A child
         * reaches its thread through the executor, whose contract is a happens-before edge. The parent is resumed
         * through the compare-and-set of its continuation.
         *
         * Only `closed` is read and written outside of rounds: a failed child sets it before it is done, so that no
         * further child is started. It is volatile and only changes from false to true.
         *
         * The parent is resumed outside of rounds, when no child is left. After a timeout children may be left. For
         * them the group is over, and a round only releases them; it touches neither the parent nor the aggregate.
         */
        private final AtomicInteger rounds = new AtomicInteger();
        /** Children that are done, the last one first: a stack of the children themselves, which allocates nothing. */
        private final AtomicReference<@Nullable Child> done = new AtomicReference<>();

        private volatile boolean closed;
        private volatile boolean expired;

        // ---- used in rounds only, except by begin() before the first

        /** Children that were started and are not yet settled, in the order of starting. */
        private final Set<Child> open = new LinkedHashSet<>();

        private @Nullable Child unstarted; // the newest one, also if the executor has refused it
        private @Nullable Continuation whenOver;
        private ThreadPools.@Nullable Delayed timer;
        private boolean allMade;
        private boolean over;
        private @Nullable Throwable thrown;

        Group(AbstractExchange parent, Children children) {
            super(ParallelFan.this.rules, parent, children);
        }

        /** Starts the group. The parent is suspended first, so it can be resumed as soon as the first child runs. */
        void begin() {
            whenOver = suspend(parent, this);
            rounds.set(1); // so that an early timer does not start a second round
            try {
                if (settings.timeoutMillis() > 0) {
                    timer = RouteThreads.resumeAfter(threads, this::expire, settings.timeoutMillis());
                }
            } catch (Throwable e) { // the thread pools may be the user's
                fail(e);
            }
            runRounds();
        }

        private void expire() {
            expired = true;
            requestRound();
        }

        // ---- rounds

        private void requestRound() {
            if (rounds.getAndIncrement() == 0) {
                runRounds();
            }
        }

        private void runRounds() {
            boolean ended = false;
            int seen;
            do {
                seen = rounds.get();
                ended |= round();
            } while (rounds.addAndGet(-seen) != 0);
            if (ended && whenOver != null) {
                whenOver.done(false); // nothing here may touch the parent any more
            }
        }

        /** Does all work that is due; true once, when the parent is to be resumed. */
        private boolean round() {
            if (over) {
                for (Child child = takeDone(); child != null; child = child.below) {
                    settle(child);
                }
                return false;
            }
            boolean late = expired; // read once: if the timer fires during this round, its own round settles the rest
            try {
                settleDone();
                if (late) {
                    settleTheRest();
                } else {
                    beginMore();
                }
            } catch (Throwable e) { // the parent fails with an exception of the parts or the strategy
                fail(e);
                rounds.incrementAndGet(); // some work may be left, and perhaps no child is
            }
            over = late || (open.isEmpty() && (allMade || closed));
            if (over) {
                closed = true;
                close(late);
            }
            return over;
        }

        private void close(boolean late) {
            try {
                if (timer != null && !late) {
                    timer.cancel();
                }
                if (unstarted != null) {
                    unstarted.exchange.release();
                }
            } catch (Throwable e) { // the thread pools and the factory may be the user's
                fail(e);
            }
        }

        private void fail(Throwable e) {
            closed = true;
            if (thrown == null) {
                thrown = e;
            } else {
                Suppressed.add(thrown, e);
            }
        }

        // ---- starting children

        private void beginMore() {
            while (!closed && open.size() < settings.maxInFlight()) {
                Child child = unstarted;
                if (child == null) {
                    if (!children.hasNext(made)) {
                        allMade = true;
                        return;
                    }
                    child = new Child();
                    unstarted = child;
                }
                if (!begin(child)) {
                    return;
                }
                unstarted = null;
            }
        }

        /** Starts a child. A full pool is tried again when another child is done; if none runs, the parent fails. */
        private boolean begin(Child child) {
            open.add(child);
            Throwable why;
            try {
                why = child.giveTo(executor);
            } catch (Throwable e) { // the stack is full
                why = child.takeBack() ? e : null;
            }
            if (why == null) {
                return true;
            }
            open.remove(child);
            if (open.isEmpty() || !(why instanceof RejectedExecutionException)) {
                fail(why);
            }
            return false;
        }

        // ---- settling

        private void settleDone() {
            for (Child child = takeDone(); child != null; child = child.below) {
                child.isDone = true;
                if (!inOrder) {
                    settle(child);
                }
            }
            while (inOrder && !open.isEmpty()) {
                Child first = open.iterator().next();
                if (!first.isDone) {
                    return;
                }
                settle(first);
            }
        }

        private void settle(Child child) {
            open.remove(child);
            try {
                if (over || child.skipped || isStopped() || thrown != null) {
                    endUnused(child);
                } else {
                    add(child.exchange, child.index);
                    if (isStopped()) {
                        closed = true;
                    }
                }
            } catch (Throwable e) {
                fail(e); // and continues: every exchange must be released
            }
        }

        /**
         * After the timeout: children that are done count; all others, started or not, are reported as missing. The
         * number of those that were not started is known only if the size is.
         */
        private void settleTheRest() {
            closed = true;
            for (Child child : open.toArray(new Child[0])) {
                if (child.isDone) {
                    settle(child);
                } else {
                    tellOfTimeout(child.index);
                }
            }
            open.clear();
            int size = children.size();
            for (int i = unstarted == null ? made : made - 1; i < size; i++) {
                tellOfTimeout(i);
            }
        }

        private void tellOfTimeout(int index) {
            AggregationStrategy strategy = rules.strategy();
            if (strategy == null || thrown != null || isStopped()) {
                return;
            }
            try {
                Exchange soFar = aggregate;
                strategy.timeout(soFar == null ? parent : soFar, index, children.size(), settings.timeoutMillis());
            } catch (Throwable e) { // and continues: every exchange that is done must be released
                fail(e);
            }
        }

        /** The children that are done, the first one first. */
        private @Nullable Child takeDone() {
            Child first = null;
            Child last = done.getAndSet(null);
            while (last != null) {
                Child below = last.below;
                last.below = first;
                first = last;
                last = below;
            }
            return first;
        }

        /** The result of a child comes too late. If it has failed, the failure of the parent or the log says so. */
        private void endUnused(Child child) {
            try {
                Exception late = child.exchange.getException();
                Throwable whole = over ? null : thrown != null ? thrown : failure();
                if (late != null && whole != null) {
                    Suppressed.add(whole, late);
                } else if (late != null) {
                    Log.warn(
                            Log.of(child.exchange),
                            "Part " + child.index + " failed" + Place.in(child.exchange)
                                    + ", too late to count: the result of the other parts is kept",
                            late);
                }
            } finally {
                child.exchange.release();
            }
        }

        // ---- the end, when the parent is resumed

        /** Makes the parent the result of its children, or fails it. */
        void finishOrFail() {
            if (thrown == null) {
                try {
                    finish();
                    return;
                } catch (Throwable e) { // a strategy may throw anything
                    thrown = e;
                }
            }
            giveUp();
            parent.setException(thrown);
        }

        /** A child: the task that runs it, and the callback for its end. */
        private final class Child extends OneTimeTask implements ChainedCallback {
            private final AbstractExchange exchange = rules.exchanges().copy(parent);
            private final RouteCode block = prepare(exchange);
            private final int index = made - 1;
            private boolean skipped;
            private boolean isDone;
            private @Nullable Child below; // while it is among those that are done

            @Override
            public void work() {
                if (closed) {
                    skipped = true;
                    done(true);
                } else {
                    block.run(exchange, this);
                }
            }

            @Override
            public void done(boolean doneSync) {
                if (rules.stopOnException() && isStop(exchange)) {
                    closed = true;
                }
                Child last = done.get();
                below = last;
                while (!done.compareAndSet(last, this)) {
                    last = done.get();
                    below = last;
                }
                requestRound();
            }

            /** The parent, which continues when all children are done; null if a timeout can end the wait. */
            @Override
            public @Nullable AsyncCallback calls() {
                return settings.timeoutMillis() > 0 ? null : whenOver;
            }
        }
    }
}
