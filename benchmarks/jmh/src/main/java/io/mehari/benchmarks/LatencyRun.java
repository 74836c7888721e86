package io.mehari.benchmarks;

import io.mehari.report.Gauge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** One measurement of {@link QueueLatency}, in this JVM. */
final class LatencyRun {
    /*
     * Each message is due at begin + number * interval, whether or not earlier messages are processed, and this time is
     * its body. The recorded latency is the time since then. A sender that was delayed sends all overdue messages at
     * once. So the figures include the time that messages would have waited, and need no correction afterwards.
     *
     * A single sender spins until a message is due, because sleeping would add more than the measured time. If there
     * are several senders, each yields to the others.
     */
    static final String CROWDED = "crowded";
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 3;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int WARM_UP_SECONDS = 3;
    private static final int WARM_UP_MESSAGES = 50_000;
    private static final int REQUESTS_PER_SENDER = 50_000;

    /** A sender that is this late gives up. The table has the rate that it reached. */
    private static final long MOST_BEHIND = 20 * SECOND;

    private static final int LIVES = 50;
    private static final long NOT_TIMED = Long.MIN_VALUE;

    /** The round trip in nanoseconds; 0 if all threads share one processor. */
    private final double roundTripBefore;

    private final Recorder times = new Recorder(LONGEST_NANOS, DIGITS);
    private final AtomicLong ended = new AtomicLong();
    private final QueueSubject queue;
    private final boolean endsOnArrival;
    private volatile long countsFrom = Long.MAX_VALUE;

    private LatencyRun(String subject, int consumers, boolean endsOnArrival, double roundTripBefore) {
        this.roundTripBefore = roundTripBefore;
        this.endsOnArrival = endsOnArrival;
        queue = QueueSubject.opened(subject, consumers, this::arrive);
    }

    /** Arguments: subject, mode, messages a second, seconds, senders and consumers as in {@code 2-3}. */
    public static void main(String[] args) throws Exception {
        String mode = args[1];
        int rate = Integer.parseInt(args[2]);
        int seconds = Integer.parseInt(args[3]);
        QueueFlow.Shape shape = QueueFlow.Shape.of(args[4]);
        double roundTrip = mode.equals(CROWDED) ? 0 : Gauge.roundTrip();
        LatencyRun run = new LatencyRun(args[0], shape.consumers(), !mode.endsWith("request"), roundTrip);
        run.warmUp();
        switch (mode) {
            case "one-way" -> run.sendAtRate(rate, seconds, shape.producers(), run.queue::send);
            case "request" -> run.sendAtRate(rate, seconds, senders(rate), run::request);
            case "async-request" -> run.sendAtRate(rate, seconds, 1, run::requestAsync);
            case "wake-up" -> run.wakeUp(seconds);
            case CROWDED -> run.sendInACrowd(rate, seconds);
            case "life" -> run.live();
            default -> throw new IllegalArgumentException("There is no mode " + mode);
        }
        System.exit(0); // despite threads that a peer has left running
    }

    /** How many threads share that rate, if each waits for its answer. */
    static int senders(int rate) {
        return (rate + REQUESTS_PER_SENDER - 1) / REQUESTS_PER_SENDER;
    }

    private void warmUp() {
        for (int i = 0; i < WARM_UP_MESSAGES; i++) {
            queue.send(NOT_TIMED);
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
    }

    // ---- arrivals

    private void arrive(Object body) {
        long due = (Long) body;
        if (endsOnArrival || due == NOT_TIMED) {
            end(due);
        }
    }

    /** The end of a message. One way: it has arrived. Request: its sender has the answer. */
    private void end(long due) {
        if (due >= countsFrom) {
            times.recordValue(System.nanoTime() - due);
        }
        ended.incrementAndGet();
    }

    // ---- sending

    private interface Sender {
        void send(Long due);
    }

    private void request(Long due) {
        queue.request(due);
        end(due);
    }

    private void requestAsync(Long due) {
        queue.requestAsync(due, () -> end(due));
    }

    private void sendAtRate(int rate, int seconds, int senders, Sender sender) throws InterruptedException {
        long begin = System.nanoTime() + SECOND / 10;
        long interval = SECOND / rate;
        countsFrom = begin + WARM_UP_SECONDS * SECOND;
        long end = countsFrom + seconds * SECOND;
        AtomicLong sent = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            long first = begin + i * interval;
            Thread thread = new Thread(
                    () -> sent.addAndGet(sendAll(first, interval * senders, end, senders > 1, sender)), "sender-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        awaitEnded(WARM_UP_MESSAGES + sent.get());
        double elapsed = System.nanoTime() - begin;
        answer(sent.get() * 1e9 / elapsed);
    }

    private static long sendAll(long first, long interval, long end, boolean yields, Sender sender) {
        long count = 0;
        long now = System.nanoTime();
        for (long due = first; due < end && now < end + MOST_BEHIND; due += interval) {
            now = awaitTime(due, yields);
            sender.send(due);
            count++;
        }
        return count;
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

    private void wakeUp(int seconds) throws InterruptedException {
        Random gaps = new Random(1);
        countsFrom = System.nanoTime() + SECOND;
        long end = countsFrom + seconds * SECOND;
        long count = 0;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1) + gaps.nextInt(4_000_000));
            queue.send(System.nanoTime());
            count++;
            awaitEnded(WARM_UP_MESSAGES + count);
        }
        answer();
    }

    /**
     * All threads run on one processor, and another thread computes all the time. The time starts when a message is
     * sent, because a sender that spins until the message is due would be a second busy thread.
     */
    private void sendInACrowd(int rate, int seconds) throws InterruptedException {
        Thread busy = new Thread(LatencyRun::compute, "busy");
        busy.setDaemon(true);
        busy.start();
        long interval = SECOND / rate;
        countsFrom = System.nanoTime() + WARM_UP_SECONDS * SECOND;
        long end = countsFrom + seconds * SECOND;
        long count = 0;
        for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            queue.send(now);
            count++;
            LockSupport.parkNanos(interval);
        }
        awaitEnded(WARM_UP_MESSAGES + count);
        answer(count / (double) (WARM_UP_SECONDS + seconds));
    }

    private static void compute() {
        long sum = 0;
        while (sum >= 0) {
            sum = sum * 31 + 1 & Long.MAX_VALUE;
        }
    }

    private void live() {
        Recorder stops = new Recorder(LONGEST_NANOS, DIGITS);
        for (int life = 1; life <= LIVES; life++) {
            long begin = System.nanoTime();
            queue.stopTaking();
            stops.recordValue(System.nanoTime() - begin);
            queue.send(NOT_TIMED); // a message that waits in the queue
            long started = System.nanoTime();
            queue.startTaking();
            while (ended.get() < WARM_UP_MESSAGES + life) {
                Thread.onSpinWait();
            }
            times.recordValue(System.nanoTime() - started);
        }
        answer(percentiles(stops.getIntervalHistogram()));
    }

    // ---- results

    private void answer(double... more) {
        Histogram histogram = times.getIntervalHistogram();
        if (histogram.getTotalCount() == 0) {
            throw new AssertionError("nothing was recorded");
        }
        double[] percentiles = percentiles(histogram);
        double[] all = Arrays.copyOf(percentiles, percentiles.length + more.length + 2);
        System.arraycopy(more, 0, all, percentiles.length, more.length);
        all[all.length - 2] = roundTripBefore;
        all[all.length - 1] = roundTripBefore == 0 ? 0 : Gauge.roundTrip();
        Forks.answer(all);
    }

    private static double[] percentiles(Histogram histogram) {
        return new double[] {
            histogram.getValueAtPercentile(50) / 1e3,
            histogram.getValueAtPercentile(99) / 1e3,
            histogram.getValueAtPercentile(99.9) / 1e3,
            histogram.getMaxValue() / 1e3
        };
    }
}
