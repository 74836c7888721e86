package io.mehari.simulation;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPools;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One run of many schedules, on all processors. */
final class Session {
    private static final int BATCH = 20;
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final boolean VIRTUAL =
            Boolean.getBoolean(Simulate.VIRTUAL_THREADS) && Runtime.version().feature() >= 24;
    private static final ThreadPools REAL =
            new DefaultRoutingContext("session").getRoutingContextExtension().getThreadPools();

    private final long seed;
    private final long schedules;
    private final int mostReports;
    private final boolean shrinks;
    private final long end;
    private final AtomicLong next;
    private final AtomicLong done = new AtomicLong();
    private final Map<Judge, Integer> found = new EnumMap<>(Judge.class);
    private final long began = System.nanoTime();
    private volatile int reported;
    private long progressAt = began;

    /** @param first the number of the first schedule; the others follow */
    Session(long seed, long first, long schedules, int mostReports, boolean shrinks) {
        this.seed = seed;
        this.schedules = schedules;
        this.next = new AtomicLong(first);
        this.end = first + schedules;
        this.mostReports = mostReports;
        this.shrinks = shrinks;
    }

    /** Runs the schedules. Returns whether all laws held. */
    boolean run(int threads) throws InterruptedException {
        System.out.println("seed " + seed + ", Java " + Runtime.version());
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread worker = newThread("worker" + i);
            workers.add(worker);
            worker.start();
        }
        for (Thread each : workers) {
            each.join();
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        System.err.print("\r");
        System.out.printf(
                "%,d schedules in %.1f s, %.2f ms each on %d threads%n",
                done.get(), seconds, seconds * 1000 * threads / Math.max(1, done.get()), threads);
        System.out.println(reported == 0 ? "All laws held." : "Failed: " + found);
        return reported == 0;
    }

    /**
     * Creates a virtual thread if the threads of the simulations are virtual. Then a switch between them does not need
     * the operating system.
     */
    private Thread newThread(String name) {
        return VIRTUAL ? REAL.newVirtualThread(name, this::work) : new Thread(this::work, name);
    }

    private void work() {
        for (long from = next.getAndAdd(BATCH); from < end && goesOn(); from = next.getAndAdd(BATCH)) {
            for (long number = from; number < Math.min(from + BATCH, end) && goesOn(); number++) {
                check(number);
                done.incrementAndGet();
            }
            progress();
        }
    }

    private boolean goesOn() {
        return reported < mostReports;
    }

    private void check(long number) {
        Plan plan = Generator.plan(seed, number);
        List<Complaint> complaints = Schedule.run(plan);
        if (!complaints.isEmpty()) {
            report(number, plan, complaints);
        }
    }

    private synchronized void report(long number, Plan plan, List<Complaint> complaints) {
        if (!goesOn()) {
            return;
        }
        reported++;
        Judge judge = complaints.get(0).judge();
        found.merge(judge, 1, Integer::sum);
        System.err.print("\r");
        System.out.printf("%nSchedule %d of seed %d: %s (%s)%n", number, seed, judge, judge.meaning());
        complaints.stream().limit(5).forEach(each -> System.out.println("  " + each));
        Plan smallest = plan;
        if (shrinks) {
            Shrinker shrinker = new Shrinker(each -> isAlike(each, judge));
            smallest = shrinker.shrink(plan);
            System.out.printf(
                    "Made small by %d runs; paste it into PlanTest, or run it with --plan FILE:%n", shrinker.tried());
        }
        System.out.println();
        smallest.toString().lines().forEach(each -> System.out.println("    " + each));
        if (shrinks) {
            Schedule.run(smallest).stream().limit(3).forEach(each -> System.out.println("  " + each));
        }
    }

    /** Whether the same judge complains, possibly in addition to others. */
    static boolean isAlike(Plan plan, Judge judge) {
        return Schedule.run(plan).stream().anyMatch(each -> each.judge() == judge);
    }

    private synchronized void progress() {
        long now = System.nanoTime();
        if (now - progressAt > PROGRESS_NANOS) {
            progressAt = now;
            long left = (long) ((now - began) / 1e9 * (schedules - done.get()) / Math.max(1, done.get()));
            System.err.printf("\r%,d of %,d, %s left   ", done.get(), schedules, time(left));
        }
    }

    private static String time(long seconds) {
        return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
    }
}
