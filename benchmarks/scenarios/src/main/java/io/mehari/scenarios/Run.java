package io.mehari.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures one subject at one scenario, in this JVM and once: {@code Run camel-4.22.0 seda/2-3 10 30} for 10 s, after a
 * warm-up that lasts until a {@link SteadyState} is shown, and for 30 s if none is; a fifth argument is the number of
 * senders. Prints a line of {@link Fields} now and then ({@code warming}, then {@code progress}), at last one of the
 * {@code total}, which says how long the warm-up took and whether the state was steady. A subject that did not do the
 * work has no total: its last line is {@code refused}, and the process ends with 3.
 *
 * <p>When it is told to end before the time, it measures no further, and the total is what there was so far.
 */
public final class Run {
    static final int REFUSED = 3;

    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long PATIENCE_AT_END_MILLIS = 8000;

    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A warm-up that has little time is divided into shorter windows, so many times as many as have to agree. */
    private static final int TRIES = 4;

    private final String contender;
    private final Variation variation;
    private final Subject subject;
    private final Tally tally;
    private final Meter meter = new Meter();
    private final List<Sender> senders = new ArrayList<>();
    private long patienceNanos = TimeUnit.SECONDS.toNanos(5);
    private long warmUpNanos;
    private volatile boolean ended;

    /** A run of that subject, which is not started yet; its name is only printed. */
    Run(String contender, Subject subject, Variation variation) {
        this.contender = contender;
        this.subject = subject;
        this.variation = variation;
        tally = new Tally(variation);
        for (int i = 0; i < variation.senders() && !variation.paced(); i++) {
            senders.add(new Sender(subject, variation, i));
        }
    }

    /** Arguments: subject, scenario, seconds, most seconds of warm-up, and senders if not as the scenario says. */
    public static void main(String[] args) throws Exception {
        Contender contender = Contender.of(args[0]);
        Variation asked = Variation.of(args[1]);
        Variation variation = args.length > 4 ? asked.withSenders(Integer.parseInt(args[4])) : asked;
        System.out.println(aboutTheJvm());
        Run run = new Run(contender.id(), contender.maker().get(), variation);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> run.endNow(main), "end-of-run"));
        Fields last = run.measure(Double.parseDouble(args[2]), Double.parseDouble(args[3]));
        System.out.println(last);
        System.out.flush();
        // Not exit: a shutdown may be running already, and there is nothing to tidy up.
        Runtime.getRuntime().halt(last.kind().equals("total") ? 0 : REFUSED);
    }

    /** The first line of a run: on which JVM. */
    public static Fields aboutTheJvm() {
        return new Fields("jvm")
                .text("version", Runtime.version().toString())
                .text("name", String.valueOf(Runtime.version().feature()))
                .text("vendor", System.getProperty("java.vendor", ""));
    }

    private void endNow(Thread main) {
        ended = true;
        try {
            main.join(PATIENCE_AT_END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How long it waits for a message that does not come. */
    void patience(double seconds) {
        patienceNanos = (long) (seconds * 1e9);
    }

    /** Does it all and returns the last line. */
    Fields measure(double seconds, double mostWarmUp) throws Exception {
        subject.start(variation, tally);
        senders.forEach(Thread::start);
        awaitFirst();
        boolean steady = warmUp(mostWarmUp);
        Meter.Reading begin = meter.read(tally.arrived());
        Meter.Reading total = measure(begin, seconds).since(begin);
        String stuck = endSenders();
        long live = Meter.heapLive();
        subject.close();
        Verdict verdict = verdict();
        String wrong = stuck.isEmpty() ? verdict.wrong() : stuck;
        Fields line = new Fields(wrong.isEmpty() ? "total" : "refused").text("subject", contender);
        total.into(line.text("scenario", variation.id()))
                .number("messages", variation.messages((double) total.arrived()))
                .number("live", live)
                .number("warmUp", warmUpNanos)
                .truth("steady", steady)
                .truth("ordered", variation.ordered())
                .number("expected", verdict.expected())
                .number("came", verdict.arrived())
                .text("checksum", Long.toHexString(verdict.checksum()))
                .text("expectedChecksum", Long.toHexString(verdict.expectedChecksum()));
        return line.text("wrong", wrong);
    }

    /** A consumer may take a second until it begins to take, which is neither warm-up nor measured. */
    private void awaitFirst() {
        long deadline = System.nanoTime() + patienceNanos;
        while (tally.arrived() == 0
                && senders.stream().allMatch(Sender::isAlive)
                && !ended
                && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(TURN_NANOS / 100);
        }
    }

    /** Lets it run until its state is steady, but no longer than that. Returns whether it was. */
    private boolean warmUp(double mostSeconds) {
        SteadyState state = new SteadyState();
        Meter.Reading begin = meter.read(tally.arrived());
        Meter.Reading before = begin;
        long most = (long) (mostSeconds * 1e9);
        long window = Math.max(1, Math.min(WINDOW_NANOS, most / (TRIES * SteadyState.WINDOWS)));
        while (!state.isShown()) {
            if (ended || before.nanos() - begin.nanos() >= most) {
                return false;
            }
            awaitTime(before.nanos() + window);
            Meter.Reading reading = meter.read(tally.arrived());
            Meter.Reading since = reading.since(before);
            before = reading;
            double messages = variation.messages((double) since.arrived());
            state.add(messages, (double) since.nanos(), (double) since.cpu(), (double) since.allocated());
            warmUpNanos = reading.nanos() - begin.nanos();
            print("warming", reading.since(begin));
        }
        return true;
    }

    /** Prints how it goes for so long, and returns the last reading. */
    private Meter.Reading measure(Meter.Reading begin, double seconds) {
        long end = begin.nanos() + (long) (seconds * 1e9);
        Meter.Reading last = begin;
        for (long next = begin.nanos() + TURN_NANOS; !ended; next += TURN_NANOS) {
            awaitTime(Math.min(next, end));
            last = meter.read(tally.arrived());
            print("progress", last.since(begin));
            if (next - end >= 0) {
                break;
            }
        }
        return last;
    }

    private void print(String kind, Meter.Reading since) {
        System.out.println(
                since.into(new Fields(kind)).number("messages", variation.messages((double) since.arrived())));
    }

    private void awaitTime(long time) {
        for (long left = time - System.nanoTime(); left > 0 && !ended; left = time - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TURN_NANOS / 10));
        }
    }

    /** Lets them end and waits until nothing is under way; returns what is wrong, or nothing. */
    private String endSenders() throws InterruptedException {
        senders.forEach(Sender::end);
        for (Sender each : senders) {
            TimeUnit.NANOSECONDS.timedJoin(each, patienceNanos);
            Throwable failure = each.failure();
            if (failure != null) {
                return each.getName() + " failed: " + failure;
            }
            if (each.isAlive()) {
                return each.getName() + " is stuck in the subject";
            }
        }
        awaitQuiet();
        return "";
    }

    /** What has not arrived when nothing has for a while will not arrive. */
    private void awaitQuiet() {
        if (variation.paced()) {
            return; // ended by close
        }
        long before = -1;
        long deadline = System.nanoTime() + patienceNanos;
        while (verdict().lost() > 0 && System.nanoTime() - deadline < 0) {
            long arrived = tally.arrived();
            if (arrived != before) {
                before = arrived;
                deadline = System.nanoTime() + patienceNanos;
            }
            LockSupport.parkNanos(TURN_NANOS / 100);
        }
    }

    private Verdict verdict() {
        if (variation.paced()) {
            return tally.verdictOfEqualParts(variation);
        }
        return tally.verdict(variation, senders.stream().mapToLong(Sender::sent).toArray());
    }
}
