package io.mehari.subjects.run;

import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Usage;
import io.mehari.subjects.Contender;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.mehari.subjects.Subject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** One measurement of {@link Latency}, in this JVM: an open loop, in which messages are due at a fixed rate. */
final class LatencyRun extends Sink {
    /*
     * Each message is due at begin + number * interval, whether or not earlier messages are processed, and this time is
     * in its body. The recorded latency is the time since then. A sender that was delayed sends all overdue messages at
     * once. So the figures include the time that messages would have waited, and need no correction afterwards.
     *
     * A single sender spins until a message is due, because sleeping would add more than the measured time. If there
     * are several senders, each yields to the others.
     *
     * The bodies are made before, because a box for each message would be most of the garbage of a pooled message. They
     * are used in turn; a body is free again when its message has ended, which is checked every thousand messages.
     */
    static final String CROWDED = "crowded";

    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 3;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double WARM_UP_SECONDS = 3;
    private static final int WARM_UP_MESSAGES = 50_000;
    private static final int REQUESTS_PER_SENDER = 50_000;
    private static final int BODIES = 1 << 16;
    private static final int CHECKED = 1 << 10;

    /** A sender that is this late gives up. The table has the rate that it reached. */
    private static final long MOST_BEHIND = 20 * SECOND;

    private static final int LIVES = 50;

    /** A body: when its message was due. Written by the sender before it sends, read when the message has arrived. */
    private static final class Due {
        long nanos = Long.MIN_VALUE;
    }

    private final Recorder times = new Recorder(LONGEST_NANOS, DIGITS);
    private final AtomicLong ended = new AtomicLong();
    private final Subject subject;
    private final boolean endsOnArrival;
    private final @Nullable Gauge gauge;
    private final double warmUpSeconds;
    private volatile long countsFrom = Long.MAX_VALUE;

    LatencyRun(Subject subject, Scenario scenario, String mode, double warmUpSeconds) throws Exception {
        this.subject = subject;
        this.warmUpSeconds = warmUpSeconds;
        endsOnArrival = !mode.endsWith("request");
        gauge = mode.equals(CROWDED) ? null : Gauge.begin(); // all threads share one processor there
        subject.start(scenario, this);
    }

    /** Arguments: subject, scenario, mode, messages a second, seconds. */
    public static void main(String[] args) throws Exception {
        Scenario queue = Scenario.of(args[1]);
        int rate = Integer.parseInt(args[3]);
        double seconds = Double.parseDouble(args[4]);
        LatencyRun run = new LatencyRun(
                Contender.of(args[0]).maker().get(),
                scenario(queue, args[2]),
                args[2],
                Math.min(WARM_UP_SECONDS, seconds));
        run.warmUp();
        run.measure(args[2], rate, seconds, queue.senders()).print();
        System.out.flush();
        Runtime.getRuntime().halt(0); // despite threads that a peer has left running
    }

    /** A sender that waits for its reply uses the scenario of requests. */
    private static Scenario scenario(Scenario queue, String mode) {
        return mode.equals("request") ? Scenario.of("request/" + queue.task().id()) : queue;
    }

    Fields measure(String mode, int rate, double seconds, int senders) throws Exception {
        return switch (mode) {
            case "one-way" -> sendAtRate(rate, seconds, senders, subject::send);
            case "request" -> sendAtRate(rate, seconds, sendersOf(rate), this::request);
            case "async-request" -> sendAtRate(rate, seconds, 1, body -> subject.request(body, () -> end((Due) body)));
            case "wake-up" -> wakeUp(seconds);
            case CROWDED -> sendInACrowd(rate, seconds);
            case "life" -> live();
            default -> throw new IllegalArgumentException("There is no mode " + mode);
        };
    }

    /** How many threads share that rate, if each waits for its answer. */
    static int sendersOf(int rate) {
        return (rate + REQUESTS_PER_SENDER - 1) / REQUESTS_PER_SENDER;
    }

    void warmUp() throws Exception {
        Due untimed = new Due();
        for (int i = 0; i < WARM_UP_MESSAGES; i++) {
            subject.send(untimed);
        }
        awaitEnded(WARM_UP_MESSAGES);
    }

    private void awaitEnded(long count) {
        long deadline = System.nanoTime() + MOST_BEHIND;
        while (ended.get() < count) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(ended.get() + " messages have arrived, not " + count);
            }
            LockSupport.parkNanos(100_000);
        }
        if (ended.get() > count) {
            throw new AssertionError(ended.get() + " messages have arrived, not " + count);
        }
    }

    // ---- arrivals

    @Override
    public void deliver(Object carrier, Object body) {
        Due due = (Due) body;
        if (endsOnArrival || due.nanos == Long.MIN_VALUE) {
            end(due);
        }
    }

    @Override
    public long arrived() {
        return ended.get();
    }

    /** The end of a message. One way: it has arrived. Request: its sender has the answer. */
    private void end(Due due) {
        if (due.nanos >= countsFrom) {
            times.recordValue(System.nanoTime() - due.nanos);
        }
        ended.incrementAndGet();
    }

    // ---- sending

    private interface Sender {
        void send(Object body) throws Exception;
    }

    private void request(Object body) throws Exception {
        subject.send(body);
        end((Due) body);
    }

    private Fields sendAtRate(int rate, double seconds, int senders, Sender sender) throws InterruptedException {
        long before = ended.get();
        long begin = System.nanoTime() + SECOND / 10;
        countsFrom = begin + (long) (warmUpSeconds * SECOND);
        long end = countsFrom + (long) (seconds * SECOND);
        AtomicLong sent = new AtomicLong();
        Collections collections = new Collections();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            double first = begin + (double) i * SECOND / rate;
            double interval = (double) SECOND * senders / rate;
            Thread thread = new Thread(() -> sent.addAndGet(sendAll(first, interval, end, senders > 1, sender)));
            threads.add(thread);
            thread.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        awaitEnded(before + sent.get());
        double elapsed = System.nanoTime() - begin;
        return collections.into(answer()).number("messages/s", sent.get() * 1e9 / elapsed);
    }

    private long sendAll(double first, double interval, long end, boolean yields, Sender sender) {
        Due[] bodies = new Due[BODIES];
        Arrays.setAll(bodies, i -> new Due());
        long count = 0;
        long now = System.nanoTime();
        try {
            for (long due = (long) first;
                    due < end && now < end + MOST_BEHIND;
                    due = (long) (first + count * interval)) {
                Due body = bodies[(int) (count & (BODIES - 1))];
                body.nanos = due;
                now = awaitTime(due, yields);
                sender.send(body);
                count++;
                if ((count & (CHECKED - 1)) == 0 && !endsOnArrival) {
                    awaitFreeBodies(count);
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return count;
    }

    /** Only replies can be more than a queue holds. */
    private void awaitFreeBodies(long sent) {
        while (sent - (ended.get() - WARM_UP_MESSAGES) > BODIES / 2) {
            Thread.onSpinWait();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // correctness does not depend on it
    private static long awaitTime(long due, boolean yields) {
        long now = System.nanoTime();
        while (now < due) {
            if (yields) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
        }
        return now;
    }

    private Fields wakeUp(double seconds) throws Exception {
        long before = ended.get();
        Random gaps = new Random(1);
        countsFrom = System.nanoTime() + SECOND;
        long end = countsFrom + (long) (seconds * SECOND);
        long count = 0;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1) + gaps.nextInt(4_000_000));
            sendNow();
            awaitEnded(before + ++count);
        }
        return answer();
    }

    private void sendNow() throws Exception {
        Due body = new Due();
        body.nanos = System.nanoTime();
        subject.send(body);
    }

    /**
     * All threads run on one processor, and another thread computes all the time. The time starts when a message is
     * sent, because a sender that spins until the message is due would be a second busy thread.
     */
    private Fields sendInACrowd(int rate, double seconds) throws Exception {
        long before = ended.get();
        Thread busy = new Thread(LatencyRun::compute, "busy");
        busy.setDaemon(true);
        busy.start();
        countsFrom = System.nanoTime() + (long) (warmUpSeconds * SECOND);
        long end = countsFrom + (long) (seconds * SECOND);
        long count = 0;
        while (System.nanoTime() < end) {
            sendNow();
            count++;
            LockSupport.parkNanos(SECOND / rate);
        }
        awaitEnded(before + count);
        return answer().number("messages/s", count / (warmUpSeconds + seconds));
    }

    private static void compute() {
        long sum = 0;
        while (sum >= 0) {
            sum = sum * 31 + 1 & Long.MAX_VALUE;
        }
    }

    private Fields live() throws Exception {
        long before = ended.get();
        countsFrom = 0;
        Recorder stops = new Recorder(LONGEST_NANOS, DIGITS);
        for (int life = 1; life <= LIVES; life++) {
            long begin = System.nanoTime();
            subject.take(false);
            stops.recordValue(System.nanoTime() - begin);
            subject.send(new Due()); // a message that waits in the queue
            long started = System.nanoTime();
            subject.take(true);
            while (ended.get() < before + life) {
                Thread.onSpinWait();
            }
            times.recordValue(System.nanoTime() - started);
        }
        return percentiles(answer(), "stop ", stops.getIntervalHistogram());
    }

    // ---- results

    /** The pauses of the garbage collector, and what is left on the heap. */
    private static final class Collections {
        private final long count = count();
        private final long millis = millis();

        private static long count() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                    .sum();
        }

        private static long millis() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                    .sum();
        }

        Fields into(Fields line) {
            line.number("collections", count() - count).number("GC ms", millis() - millis);
            System.gc();
            return line.number(
                            "live heap MB",
                            ManagementFactory.getMemoryMXBean()
                                            .getHeapMemoryUsage()
                                            .getUsed()
                                    / 1e6)
                    .number("resident MB", Usage.memory("self", "VmRSS"))
                    .number("most resident MB", Usage.memory("self", "VmHWM"));
        }
    }

    private Fields answer() {
        Histogram histogram = times.getIntervalHistogram();
        if (histogram.getTotalCount() == 0) {
            throw new AssertionError("nothing was recorded");
        }
        Fields line = percentiles(new Fields("latency"), "", histogram);
        if (gauge != null) {
            line.text("state", gauge.end().toString());
            line.number("round trip ns", gauge.roundTrips().get(0));
        }
        return line;
    }

    private static Fields percentiles(Fields line, String what, Histogram histogram) {
        return line.number(what + "p50 us", histogram.getValueAtPercentile(50) / 1e3)
                .number(what + "p99 us", histogram.getValueAtPercentile(99) / 1e3)
                .number(what + "p99.9 us", histogram.getValueAtPercentile(99.9) / 1e3)
                .number(what + "max us", histogram.getMaxValue() / 1e3);
    }
}
