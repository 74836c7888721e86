package io.mehari.benchmarks;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import io.mehari.report.CommandLine;
import io.mehari.spi.ExceptionHandler;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.ToLongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Does a queue ever lose, duplicate or reorder a message, or forget a completion? While messages flow, routes are
 * suspended, resumed, stopped, started; queues are purged; producers are interrupted; consumers die of an Error; the
 * whole context is stopped and started again. All of this happens at random. The soak tracks each message, each copy if
 * each route gets one, and each request if senders wait for replies. The exit code is 1 if anything was wrong.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.QueueSoak --kind seda [--messages 10_000_000] [--pooled true]
 * [--virtual true] [--seed n]}
 */
public final class QueueSoak {
    private static final long MEGA = 1 << 20;
    private static final int HEAP_SAMPLES = 20;
    private static final long HEAP_SLACK = 8 * MEGA;
    private static final long TICK_MILLIS = 250;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int RESTART_ONE_IN = 40;
    private static final int MOST_CALM = 5;
    private static final int POOL = 8192;

    private final SoakFindings findings = new SoakFindings();
    private final DefaultRoutingContext context = new DefaultRoutingContext("soak");
    private final List<SoakLane> lanes = new ArrayList<>();
    private final List<Long> heap = new ArrayList<>();
    private final AtomicLong deaths = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();

    /** A thread that disturbs a lane holds the read lock; a thread that restarts the context holds the write lock. */
    private final ReadWriteLock peace = new ReentrantReadWriteLock();

    private final long messages;
    private volatile boolean ending;

    private QueueSoak(long messages) {
        this.messages = messages;
    }

    public static void main(String[] args) throws Exception {
        CommandLine arguments = CommandLine.of("", "--messages --kind --pooled --virtual --seed", args);
        Logger.getLogger("").setLevel(Level.OFF); // otherwise planned failures would be logged a million times
        long seed = arguments.number("--seed", System.nanoTime() % 1_000_000, 0, Long.MAX_VALUE);
        QueueSoak soak = new QueueSoak(arguments.count("--messages", 10_000_000));
        soak.open(
                arguments.text("--kind", "seda"),
                arguments.text("--pooled", "false").equals("true"),
                arguments.text("--virtual", "false").equals("true"));
        System.out.printf(
                "Soak of %s:, %s messages, pooled %s, virtual threads %s, seed %s, Java %s%n",
                arguments.text("--kind", "seda"),
                arguments.text("--messages", "10_000_000"),
                arguments.text("--pooled", "false"),
                arguments.text("--virtual", "false"),
                seed,
                Runtime.version());
        long begin = System.nanoTime();
        soak.run(seed);
        soak.report((System.nanoTime() - begin) / 1e9);
        System.exit(soak.findings.hasPassed() ? 0 : 1);
    }

    private void open(String kind, boolean pooled, boolean virtual) throws Exception {
        if (pooled) {
            context.getRoutingContextExtension().setExchangeFactory(new PooledExchangeFactory(context, POOL, false));
        }
        context.getRoutingContextExtension().getThreadPools().setVirtualThreads(virtual);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
        ExceptionHandler killer = (message, exchange, exception) -> {
            deaths.incrementAndGet();
            throw new SoakLane.Killed();
        };
        context.getRegistry().bind("killer", killer);
        Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> {
            if (!(cause instanceof SoakLane.Killed)) {
                findings.add("a thread died by itself", thread.getName() + ": " + cause);
            }
        });
        for (SoakPlan plan : SoakPlan.ALL) {
            SoakLane lane = plan.lane(kind, context, findings);
            lane.addRoutes();
            lanes.add(lane);
        }
        context.start();
    }

    // ---- the run

    private void run(long seed) throws InterruptedException {
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).startProducers(messages * SoakPlan.ALL.get(i).percent() / 100);
        }
        List<Thread> vandals = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            SoakLane lane = lanes.get(i);
            Random random = new Random(seed + i);
            boolean restarts = i == 0;
            vandals.add(new Thread(() -> disturb(lane, random, restarts), "vandal-" + i));
        }
        vandals.forEach(Thread::start);
        watch(() -> lanes.stream().noneMatch(SoakLane::isProducing));
        ending = true;
        watch(() -> vandals.stream().noneMatch(Thread::isAlive));
        watch(() -> lanes.stream().allMatch(SoakLane::isDrained));
        sampleHeap();
        context.stop();
        lanes.forEach(SoakLane::check);
        checkPool();
        checkHeap();
    }

    private void disturb(SoakLane lane, Random random, boolean restarts) {
        try {
            while (!ending && !findings.isOver()) {
                calm(random);
                if (restarts && random.nextInt(RESTART_ONE_IN) == 0) {
                    restart(random);
                } else {
                    peace.readLock().lock();
                    try {
                        lane.disturb(random);
                    } finally {
                        peace.readLock().unlock();
                    }
                }
            }
        } catch (RuntimeException | Error e) {
            findings.add("a disturbance failed", e.toString());
            e.printStackTrace();
        }
    }

    /** Sleeps between disturbances. Some pauses are long, so that many messages flow undisturbed. */
    private static void calm(Random random) {
        for (int i = random.nextInt(MOST_CALM); i >= 0; i--) {
            SoakLane.nap(random);
        }
    }

    private void restart(Random random) {
        peace.writeLock().lock();
        try {
            restarts.incrementAndGet();
            lanes.forEach(SoakLane::routesChange);
            context.stop();
            SoakLane.nap(random);
            context.start();
            lanes.forEach(SoakLane::routesChange);
        } finally {
            peace.writeLock().unlock();
        }
    }

    private interface Condition {
        boolean holds();
    }

    /** Prints progress until the condition holds, or until nothing has moved for a minute. */
    private void watch(Condition end) throws InterruptedException {
        long last = -1;
        long lastMove = System.nanoTime();
        while (!end.holds() && !findings.isOver()) {
            Thread.sleep(TICK_MILLIS);
            long accepted = sum(each -> each.accepted.get());
            long ended = sum(SoakLedger::ended);
            if (accepted * HEAP_SAMPLES / messages >= heap.size()) {
                sampleHeap();
            }
            System.out.printf(
                    Locale.ROOT,
                    "\r%,15d accepted of %,d, %,15d ended, %d things found, heap %d MB ",
                    accepted,
                    messages,
                    ended,
                    findings.count(""),
                    heap.isEmpty() ? 0 : heap.get(heap.size() - 1) / MEGA);
            if (ended != last) {
                last = ended;
                lastMove = System.nanoTime();
            } else if (System.nanoTime() - lastMove > PATIENCE_NANOS) {
                giveUp();
            }
        }
    }

    private void giveUp() {
        findings.add("lost or stuck: nothing has moved for a minute", lanes.toString());
        for (ThreadInfo each : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
            System.out.print(each);
        }
        findings.giveUp();
        lanes.forEach(SoakLane::interruptProducers);
    }

    private long sum(ToLongFunction<SoakLedger> what) {
        return lanes.stream().mapToLong(each -> each.sum(what)).sum();
    }

    // ---- checks

    private void sampleHeap() {
        System.gc();
        heap.add(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    /** The second half must not use more heap than the first one, except for messages in flight. */
    private void checkHeap() {
        int half = heap.size() / 2;
        long early = most(heap.subList(0, Math.max(1, half)));
        long late = most(heap.subList(half, heap.size()));
        if (late > early + HEAP_SLACK) {
            findings.add("heap grows", heap.toString());
        }
    }

    private static long most(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private void checkPool() {
        if (context.getRoutingContextExtension().getExchangeFactory() instanceof PooledExchangeFactory pool) {
            long refused = pool.getStatistics().refused();
            if (refused != 0) {
                findings.add("exchanges given back twice", String.valueOf(refused));
            }
        }
    }

    private void report(double seconds) {
        Map<String, Long> deeds = new TreeMap<>();
        for (SoakLane lane : lanes) {
            lane.deeds().forEach((deed, count) -> deeds.merge(deed, count.sum(), Long::sum));
        }
        System.out.printf("%n%n");
        lanes.forEach(System.out::println);
        System.out.printf(
                Locale.ROOT,
                "done meanwhile: %s, context restarts %d, threads killed %d%n",
                deeds,
                restarts.get(),
                deaths.get());
        System.out.printf(
                Locale.ROOT,
                "heap after collections: first %.1f MB, most %.1f MB, last %.1f MB%n",
                1.0 * heap.get(0) / MEGA,
                1.0 * most(heap) / MEGA,
                1.0 * heap.get(heap.size() - 1) / MEGA);
        System.out.printf(
                Locale.ROOT,
                "%,d messages in %.0f s: lost %d, duplicated %d, order violations %d, completions missing or doubled %d, replies wrong %d%n",
                sum(each -> each.accepted.get()),
                seconds,
                findings.count("lost"),
                findings.count("duplicated"),
                findings.count("out of order"),
                findings.count("completions"),
                findings.count("replies"));
        System.out.println(
                (findings.hasPassed() ? "PASSED" : "FAILED") + (findings.count("") == 0 ? "" : ": " + findings));
    }
}
