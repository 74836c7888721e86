package io.mehari.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures one subject in one scenario, once, in this JVM. {@code Run camel-4.22.0 seda/2-3 10 30} measures for 10 s.
 * Before, it warms up until a {@link SteadyState} is shown, but at most for 30 s. A fifth argument is the number of
 * senders. It regularly prints a line of {@link Fields} ({@code warming}, then {@code progress}). The last line is the
 * {@code total}, with the duration of the warm-up and whether the state was steady. A subject that did not do the work
 * has no total: its last line is {@code refused}, and the exit code is 3.
 *
 * <p>If it is asked to end early, it stops measuring, and prints the total so far.
 */
public final class Run {
    static final int REFUSED = 3;

    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long PATIENCE_AT_END_MILLIS = 8000;

    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A short warm-up is divided into shorter windows: this many times the number of windows that must agree. */
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

    /** Creates a run of that subject. The subject is not started yet. The name is only for output. */
    Run(String contender, Subject subject, Variation variation) {
        this.contender = contender;
        this.subject = subject;
        this.variation = variation;
        tally = new Tally(variation);
        for (int i = 0; i < variation.senders() && !variation.paced(); i++) {
            senders.add(new Sender(subject, variation, i));
        }
    }

    /** Arguments: subject, scenario, seconds, maximum seconds of warm-up, and optionally the number of senders. */
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
        // Not exit(), because a shutdown may already be running, and there is nothing to clean up.
        Runtime.getRuntime().halt(last.kind().equals("total") ? 0 : REFUSED);
    }

    /** The first line of a run, which describes the JVM. */
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

    /** Sets how long the run waits for a message that does not arrive. */
    void patience(double seconds) {
        patienceNanos = (long) (seconds * 1e9);
    }

    /** Runs everything, and returns the last line. */
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

    /** A consumer may need a second until it begins to take messages. This time is neither warm-up nor measured. */
    private void awaitFirst() {
        long deadline = System.nanoTime() + patienceNanos;
        while (tally.arrived() == 0
                && senders.stream().allMatch(Sender::isAlive)
                && !ended
                && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(TURN_NANOS / 100);
        }
    }

    /** Runs the subject until its state is steady, or the time is up. Returns whether it is steady. */
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

    /** Prints progress for this time, and returns the last reading. */
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

    /** Ends the senders and waits until no message is in flight. Returns what is wrong; empty if nothing is. */
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

    /** Waits until no message has arrived for some time. Messages that are still missing then are lost. */
    private void awaitQuiet() {
        if (variation.paced()) {
            return; // close() ended it
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
