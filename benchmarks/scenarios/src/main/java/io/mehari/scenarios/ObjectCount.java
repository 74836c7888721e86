package io.mehari.scenarios;

import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the objects that one subject allocates for a message, by class. It runs once, in this JVM: {@code ObjectCount
 * camel-4.22.0 camel-23686/flat-out 2}, with this number of seconds of warm-up. Prints a line of {@link Fields} for
 * each class ({@code class}), and one for the total ({@code objects}).
 *
 * <p>It needs {@code -XX:-UseTLAB}: then each allocation takes the slow path and is an event of JDK Flight Recorder, so
 * nothing is estimated. Objects that the compiler removes are not allocated, so they are not counted.
 */
public final class ObjectCount {
    /** A multiple of each group size, so that no group is incomplete. */
    private static final int MESSAGES = 20 * Payload.RING;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Variation variation;
    private final Subject subject;
    private final Tally tally;
    private final Object[] bodies;
    private final List<Object> list;
    private long sent;

    private ObjectCount(Subject subject, Variation variation) {
        this.subject = subject;
        this.variation = variation;
        tally = new Tally(variation);
        bodies = Payload.ring(variation, 0);
        list = List.of(bodies);
    }

    /** Arguments: subject, scenario, seconds of warm-up. */
    public static void main(String[] args) throws Exception {
        Variation variation = Variation.of(args[1]);
        ObjectCount count = new ObjectCount(Contender.of(args[0]).maker().get(), variation);
        for (Fields line : count.count(Double.parseDouble(args[2]))) {
            System.out.println(line);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private List<Fields> count(double warmUp) throws Exception {
        subject.start(variation, tally);
        Allocations allocations;
        try (AllocationRecorder recorder = new AllocationRecorder()) {
            sendFromAnotherThread(1, System.nanoTime() + (long) (warmUp * 1e9));
            recorder.begin();
            sendFromAnotherThread(MESSAGES / Payload.RING, System.nanoTime());
            allocations = recorder.end();
        }
        subject.close();
        return allocations.lines(MESSAGES);
    }

    /** The main thread only waits, so its allocations do not count. */
    private void sendFromAnotherThread(int least, long until) throws Exception {
        FutureTask<Integer> sending = new FutureTask<>(() -> {
            int rings = 0;
            while (rings < least || System.nanoTime() - until < 0) {
                sendRing();
                rings++;
            }
            return rings;
        });
        new Thread(sending, "sender").start();
        sent += (long) sending.get() * Payload.RING;
        awaitAll();
    }

    private void sendRing() throws Exception {
        if (variation.sendsLists()) {
            subject.send(list);
            return;
        }
        for (Object each : bodies) {
            subject.send(each);
        }
    }

    private void awaitAll() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        long[] all = {sent};
        for (Verdict now = tally.verdict(variation, all); !now.right(); now = tally.verdict(variation, all)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(now.wrong());
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }
}
