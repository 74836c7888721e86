package io.mehari.soak;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.proofs.Draw;
import io.mehari.proofs.Program;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.PoolStatistics;
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
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Does a queue ever lose, duplicate or reorder a message, or forget a completion? While messages flow, routes are
 * suspended, resumed, stopped, started; queues are purged; producers are interrupted; consumers die of an Error; the
 * whole context is stopped and started again. All of this happens at random. The soak tracks each message, each copy if
 * each route gets one, and each request if senders wait for replies. The exit code is 1 if anything was wrong.
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

    private final Findings findings = new Findings();
    private final DefaultRoutingContext context = new DefaultRoutingContext("soak");
    private final List<Lane> lanes = new ArrayList<>();
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

    /** The program of {@code ./prove soak}. */
    @Command(
            name = "./prove soak",
            description = "No queue loses, duplicates or reorders a message while its routes are disturbed at random.")
    private static final class Options extends Program {
        @Option(names = "--kind", split = ",", description = "the queues, one after the other (seda,disruptor)")
        List<String> kinds = List.of("seda", "disruptor");

        @Option(names = "--messages", description = "how many through each (10,000,000; 1,000,000 with --quick)")
        @Nullable
        Long messages;

        @Option(names = "--pooled", arity = "1", description = "true: exchanges come from a pool (false)")
        boolean pooled;

        @Option(names = "--virtual", arity = "1", description = "true: on virtual threads (false)")
        boolean virtual;

        @Option(names = "--seed", description = "the same seed makes the same disturbances (a new one each time)")
        long seed = System.nanoTime() % 1_000_000;

        @Override
        protected boolean holds() throws Exception {
            Logger.getLogger("").setLevel(Level.OFF); // otherwise planned failures would make a million log records
            boolean holds = true;
            for (String kind : kinds) {
                holds &= new QueueSoak(messages != null ? messages : quick ? 1_000_000 : 10_000_000).run(kind, this);
            }
            return holds;
        }
    }

    public static void main(String[] arguments) {
        Program.main(new Options(), arguments);
    }

    private boolean run(String kind, Options options) throws Exception {
        System.out.printf(
                "Soak of %s:, %,d messages, pooled %s, virtual threads %s, seed %d, Java %s%n",
                kind, messages, options.pooled, options.virtual, options.seed, Runtime.version());
        open(kind, options.pooled, options.virtual);
        long begin = System.nanoTime();
        run(options.seed);
        report((System.nanoTime() - begin) / 1e9);
        return findings.hasPassed();
    }

    private void open(String kind, boolean pooled, boolean virtual) throws Exception {
        if (pooled) {
            context.getRoutingContextExtension().setExchangePool(POOL, false);
        }
        context.getRoutingContextExtension().getThreadPools().setVirtualThreads(virtual);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
        ExceptionHandler killer = (message, exchange, exception) -> {
            deaths.incrementAndGet();
            throw new Lane.Killed();
        };
        context.getRegistry().bind("killer", killer);
        Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> {
            if (!(cause instanceof Lane.Killed)) {
                findings.add("a thread died by itself", thread.getName() + ": " + cause);
            }
        });
        for (Plan plan : Plan.ALL) {
            Lane lane = plan.lane(kind, context, findings);
            lane.addRoutes();
            lanes.add(lane);
        }
        context.start();
    }

    // ---- the run

    private void run(long seed) throws InterruptedException {
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).startProducers(messages * Plan.ALL.get(i).percent() / 100);
        }
        List<Thread> vandals = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            Draw draw = new Draw(new Random(seed + i));
            boolean restarts = i == 0;
            vandals.add(new Thread(() -> disturb(lane, draw, restarts), "vandal-" + i));
        }
        vandals.forEach(Thread::start);
        watch(() -> lanes.stream().noneMatch(Lane::isProducing));
        ending = true;
        watch(() -> vandals.stream().noneMatch(Thread::isAlive));
        watch(() -> lanes.stream().allMatch(Lane::isDrained));
        sampleHeap();
        context.stop();
        lanes.forEach(Lane::check);
        checkPool();
        checkHeap();
    }

    private void disturb(Lane lane, Draw draw, boolean restarts) {
        try {
            while (!ending && !findings.isOver()) {
                calm(draw);
                if (restarts && draw.oneIn(RESTART_ONE_IN)) {
                    restart(draw);
                } else {
                    peace.readLock().lock();
                    try {
                        lane.disturb(draw);
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
    private static void calm(Draw draw) {
        for (int i = draw.below(MOST_CALM); i >= 0; i--) {
            Lane.nap(draw);
        }
    }

    private void restart(Draw draw) {
        peace.writeLock().lock();
        try {
            restarts.incrementAndGet();
            lanes.forEach(Lane::routesChange);
            context.stop();
            Lane.nap(draw);
            context.start();
            lanes.forEach(Lane::routesChange);
        } finally {
            peace.writeLock().unlock();
        }
    }

    /** Prints progress until the condition holds, or until nothing has moved for a minute. */
    private void watch(BooleanSupplier end) throws InterruptedException {
        long last = -1;
        long lastMove = System.nanoTime();
        while (!end.getAsBoolean() && !findings.isOver()) {
            Thread.sleep(TICK_MILLIS);
            long accepted = sum(each -> each.accepted.get());
            long ended = sum(Ledger::ended);
            if (accepted * HEAP_SAMPLES / messages >= heap.size()) {
                sampleHeap();
            }
            System.err.printf(
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
        lanes.forEach(Lane::interruptProducers);
    }

    private long sum(ToLongFunction<Ledger> what) {
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
        PoolStatistics pool = context.getRoutingContextExtension().getExchangePoolStatistics();
        if (pool != null && pool.refused() != 0) {
            findings.add("exchanges given back twice", String.valueOf(pool.refused()));
        }
    }

    private void report(double seconds) {
        Map<String, Long> deeds = new TreeMap<>();
        for (Lane lane : lanes) {
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
                "%,d messages in %.0f s: lost %d, duplicated %d, ",
                sum(each -> each.accepted.get()),
                seconds,
                found("lost"),
                found("duplicated"));
        System.out.printf(
                Locale.ROOT,
                "order violations %d, completions missing or doubled %d, replies wrong %d%n",
                found("out of order"),
                found("completions"),
                found("replies"));
        System.out.println(
                (findings.hasPassed() ? "PASSED" : "FAILED") + (findings.count("") == 0 ? "" : ": " + findings));
    }

    private long found(String kind) {
        return findings.count(kind);
    }
}
