package io.mehari.load;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Meter;
import io.mehari.scenarios.Run;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures one subject under load, once, in this JVM. Arguments: the subject, a file for the histogram, and the
 * arguments of {@link Plan}. Prints lines of {@link Fields}: regularly {@code progress}, a {@code pause} for each
 * garbage collection, and at the end the {@code total}, or {@code refused} for a subject that did not do the work.
 */
public final class LoadRun {
    static final int REFUSED = 3;

    private static final long LEAST_TURN = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long MOST_TURN = TimeUnit.SECONDS.toNanos(2);
    private static final int TURNS = 400;
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PATIENCE_AT_END_MILLIS = 8000;

    private final String contender;
    private final Subject subject;
    private final Plan plan;
    private final Consumer<Fields> out;
    private final Producer[] producers;
    private final Arrivals arrivals;
    private final Meter meter = new Meter();
    private final Pauses pauses = new Pauses();
    private final Histogram times = new Histogram(3);
    private @Nullable Histogram reused;
    private volatile boolean ended;

    /** Creates a run of that subject. The subject is not started yet. The name is only for output. */
    LoadRun(String contender, Subject subject, Plan plan, Consumer<Fields> out) {
        this.contender = contender;
        this.subject = subject;
        this.plan = plan;
        this.out = out;
        producers = new Producer[plan.variation().senders()];
        Arrays.setAll(producers, i -> new Producer(subject, plan, i));
        arrivals = new Arrivals(
                plan.variation(),
                plan.schedule(),
                Arrays.stream(producers).map(Producer::bodies).toArray(Bodies[]::new));
    }

    public static void main(String[] args) throws Exception {
        Contender contender = Contender.of(args[0]);
        Plan plan = Plan.of(List.of(args).subList(2, args.length));
        System.out.println(Run.aboutTheJvm());
        LoadRun run = new LoadRun(contender.id(), contender.maker().get(), plan, System.out::println);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> run.endNow(main), "end-of-run"));
        Fields last = run.measure();
        write(run.times, Path.of(args[1]));
        System.out.println(last);
        System.out.flush();
        // Not exit(), because a shutdown may already be running, and there is nothing to clean up.
        Runtime.getRuntime().halt(last.kind().equals("total") ? 0 : REFUSED);
    }

    private static void write(Histogram histogram, Path file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        Files.write(file, Arrays.copyOf(buffer.array(), length));
    }

    private void endNow(Thread main) {
        ended = true;
        try {
            main.join(PATIENCE_AT_END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All measured latencies. */
    Histogram times() {
        return times;
    }

    /** Runs everything, and returns the last line. */
    Fields measure() throws Exception {
        pauses.listen();
        subject.start(plan.variation(), arrivals);
        String stuck = warmUp();
        if (!stuck.isEmpty()) {
            return refused(stuck);
        }
        long begin = System.nanoTime() + LEAD_NANOS;
        arrivals.timeFrom(begin, sent());
        CountDownLatch done = new CountDownLatch(producers.length);
        CountDownLatch mayEnd = new CountDownLatch(1);
        pauses.drain();
        long up = ManagementFactory.getRuntimeMXBean().getUptime();
        Meter.Reading from = at(begin, meter.read(arrivals.arrived()));
        for (Producer each : producers) {
            each.work(begin, done, mayEnd).start();
        }
        stuck = watch(from, up, done);
        Meter.Reading total = meter.read(arrivals.arrived()).since(from);
        takeTimes();
        tellPauses(up);
        mayEnd.countDown();
        if (!stuck.isEmpty()) {
            return refused(stuck);
        }
        long live = Meter.heapLive();
        subject.close();
        Verdict verdict = arrivals.verdict(sent());
        return verdict.right() ? total(total, live, verdict) : refused(verdict.wrong());
    }

    /** A copy of the reading, with the time at which the first message is due. */
    private static Meter.Reading at(long begin, Meter.Reading now) {
        return new Meter.Reading(
                begin,
                now.arrived(),
                now.allocated(),
                now.heap(),
                now.collections(),
                now.collectingMillis(),
                now.cpu());
    }

    private long[] sent() {
        return Arrays.stream(producers).mapToLong(Producer::sent).toArray();
    }

    /** Warms up. Returns what is wrong; empty if nothing is. */
    private String warmUp() throws InterruptedException {
        long until = System.nanoTime() + (long) (plan.warmUp() * 1e9);
        List<Thread> threads = new ArrayList<>();
        for (Producer each : producers) {
            threads.add(each.warmUp(until));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            TimeUnit.NANOSECONDS.timedJoin(each, until + PATIENCE_NANOS - System.nanoTime());
            if (each.isAlive()) {
                return each.getName() + " is stuck in the subject";
            }
        }
        awaitArrivals();
        return failure();
    }

    private String failure() {
        for (int i = 0; i < producers.length; i++) {
            Throwable failure = producers[i].failure();
            if (failure != null) {
                return "producer-" + i + " failed: " + failure;
            }
        }
        return "";
    }

    /** Waits until no message has arrived for some time. Messages that are still missing then are lost. */
    private void awaitArrivals() {
        long before = -1;
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (Verdict now = verdict(); now.lost() > 0 && System.nanoTime() - deadline < 0; now = verdict()) {
            if (now.arrived() != before) {
                before = now.arrived();
                deadline = System.nanoTime() + PATIENCE_NANOS;
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    private Verdict verdict() {
        return arrivals.verdict(sent());
    }

    /** Prints progress until all messages are sent and have arrived. Returns what is wrong; empty if nothing is. */
    private String watch(Meter.Reading from, long up, CountDownLatch done) throws InterruptedException {
        long planned = (long) (plan.seconds() * 1e9);
        long turn = Math.min(MOST_TURN, Math.max(LEAST_TURN, planned / TURNS));
        long latest = from.nanos() + planned + 2 * PATIENCE_NANOS + PATIENCE_NANOS / 2;
        for (long next = from.nanos() + turn; done.getCount() > 0; next += turn) {
            awaitTime(next, done);
            Meter.Reading now = meter.read(arrivals.arrived());
            tell(now.since(from), takeTimes());
            tellPauses(up);
            if (now.nanos() - latest > 0) {
                return "a producer is stuck in the subject";
            }
        }
        awaitArrivals();
        return failure();
    }

    private void awaitTime(long time, CountDownLatch done) throws InterruptedException {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            if (ended) {
                Arrays.stream(producers).forEach(Producer::end);
            }
            if (done.await(Math.min(left, LEAST_TURN / 10), TimeUnit.NANOSECONDS)) {
                return;
            }
        }
    }

    /** The latencies since the previous call. They are already part of the sums. */
    private Histogram takeTimes() {
        Histogram some = arrivals.latencies(reused);
        reused = some;
        times.add(some);
        return some;
    }

    private void tell(Meter.Reading since, Histogram some) {
        Fields line = since.into(new Fields("progress")).number("messages", messages(since));
        out.accept(percentiles(line, some));
    }

    private void tellPauses(long up) {
        for (Pauses.Pause each : pauses.drain()) {
            out.accept(new Fields("pause")
                    .number("seconds", Math.max(0, each.startMillis() - up) / 1e3)
                    .number("millis", each.millis()));
        }
    }

    private double messages(Meter.Reading since) {
        return plan.variation().messages((double) since.arrived());
    }

    private static Fields percentiles(Fields line, Histogram times) {
        return line.number("median", times.getValueAtPercentile(50) / 1e3)
                .number("hundredth", times.getValueAtPercentile(99) / 1e3)
                .number("thousandth", times.getValueAtPercentile(99.9) / 1e3)
                .number("max", times.getMaxValue() / 1e3);
    }

    private Fields refused(String wrong) {
        return new Fields("refused").text("subject", contender).text("wrong", wrong);
    }

    private Fields total(Meter.Reading total, long live, Verdict verdict) {
        Histogram lateness = new Histogram(2);
        for (Producer each : producers) {
            lateness.add(each.lateness());
        }
        Fields line = total.into(new Fields("total").text("subject", contender)).number("messages", messages(total));
        return percentiles(line, times)
                .number("live", live)
                .number("waiting", sum(Producer::waiting))
                .number("lateness", lateness.getValueAtPercentile(99) / 1e3)
                .truth("gaveUp", Arrays.stream(producers).anyMatch(Producer::gaveUp))
                .truth("ended", ended)
                .text("checksum", Long.toHexString(verdict.checksum()))
                .text("expectedChecksum", Long.toHexString(verdict.expectedChecksum()))
                .text("wrong", "");
    }

    private long sum(ToLongFunction<Producer> what) {
        return Arrays.stream(producers).mapToLong(what).sum();
    }
}
