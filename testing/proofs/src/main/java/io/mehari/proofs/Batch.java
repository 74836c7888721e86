package io.mehari.proofs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * Runs numbered cases on all processors, some at a time on each thread, until all have run or enough of them have
 * failed. Shows how many are done, and the time left.
 */
public abstract class Batch {
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    protected final RandomOptions options;
    private final int atOnce;
    private final long end;
    private final AtomicLong next;
    private final AtomicLong done = new AtomicLong();
    private final long began = System.nanoTime();
    private final AtomicLong progressAt = new AtomicLong(began);
    private volatile int reported;

    /**
     * @param cases how many cases there are
     * @param atOnce how many a thread runs at a time
     */
    protected Batch(RandomOptions options, long cases, int atOnce) {
        this.options = options;
        this.atOnce = atOnce;
        next = new AtomicLong(options.first());
        end = options.only >= 0 ? options.only + 1 : options.from + cases;
    }

    /** Runs the cases with these numbers of the seed. Calls {@link #report} for each that fails. */
    protected abstract void run(List<Long> numbers) throws Exception;

    /** Runs all cases. Returns whether none has failed. */
    public final boolean run() throws Exception {
        System.out.println("seed " + options.seed + ", Java " + Runtime.version());
        List<FutureTask<Void>> workers = new ArrayList<>();
        for (int i = 0; i < options.threads; i++) {
            workers.add(new FutureTask<>(this::work));
            newThread("worker" + i, workers.get(i)).start();
        }
        for (FutureTask<Void> each : workers) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("seed " + options.seed, e.getCause());
            }
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        System.err.print("\r");
        System.out.printf(
                "%,d cases in %.1f s, %.2f ms each on %d threads%n",
                done.get(), seconds, seconds * 1000 * options.threads / Math.max(1, done.get()), options.threads);
        System.out.println(reported == 0 ? "None failed." : reported + " failed.");
        return reported == 0;
    }

    protected Thread newThread(String name, Runnable task) {
        return new Thread(task, name);
    }

    private Void work() throws Exception {
        for (long from = next.getAndAdd(atOnce); from < end && goesOn(); from = next.getAndAdd(atOnce)) {
            List<Long> numbers =
                    LongStream.range(from, Math.min(from + atOnce, end)).boxed().toList();
            run(numbers);
            done.addAndGet(numbers.size());
            progress();
        }
        return null;
    }

    protected final boolean goesOn() {
        return reported < options.reports;
    }

    /** How many cases have failed. */
    protected final int reported() {
        return reported;
    }

    /** A case that fails: its title, and a text that may take a while to make. Unless enough of them have failed. */
    protected final synchronized void report(String title, Text text) throws Exception {
        if (goesOn()) {
            reported++;
            System.err.print("\r");
            System.out.printf("%n%s%n%n%s%n", title, text.make());
        }
    }

    /** Makes a text, and may run cases for it. */
    public interface Text {
        String make() throws Exception;
    }

    private void progress() {
        long now = System.nanoTime();
        long last = progressAt.get();
        if (now - last > PROGRESS_NANOS && progressAt.compareAndSet(last, now)) {
            long all = end - options.first();
            long left = (long) ((now - began) / 1e9 * (all - done.get()) / Math.max(1, done.get()));
            System.err.printf(
                    "\r%,d of %,d, %s left   ", done.get(), all, left < 120 ? left + " s" : left / 60 + " min");
        }
    }
}
