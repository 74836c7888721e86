package step12;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Measures the same as {@link Timing}, on a machine that is also busy with other work: many short runs of two threads,
 * the three kinds of casts in turn. Prints the median of each kind in nanoseconds per cast. Not a test.
 */
public final class Duel {
    private static final int BOUTS = 31;
    private static final int CASTS = 10_000_000;

    private static final Object[] BEFORE = {new Before.Plain(), new Before.Pooled(), new Before.Traced()};
    private static final Object[] AFTER = {new After.Plain(), new After.Pooled(), new After.Traced()};

    private final CyclicBarrier start = new CyclicBarrier(2);

    @SuppressWarnings("UnusedVariable") // results escape to it
    private volatile Object result;

    private Duel() {}

    private interface Loop {
        Object run();
    }

    public static void main(String[] arguments) throws Exception {
        Loop[][] kinds = {
            {Duel::messages, Duel::messages}, {Duel::messages, Duel::extensions}, {Duel::classes, Duel::moreClasses}
        };
        double[][] times = new double[kinds.length][BOUTS];
        Duel duel = new Duel();
        for (int bout = -5; bout < BOUTS; bout++) {
            for (int kind = 0; kind < kinds.length; kind++) {
                double time = duel.bout(kinds[kind][0], kinds[kind][1]);
                times[kind][Math.max(bout, 0)] = time;
            }
        }
        print("both to one interface", times[0]);
        print("to two interfaces", times[1]);
        print("to two classes", times[2]);
    }

    private double bout(Loop one, Loop other) throws Exception {
        double[] slower = new double[2];
        Thread thread = new Thread(() -> slower[1] = time(other));
        thread.start();
        slower[0] = time(one);
        thread.join();
        return Math.max(slower[0], slower[1]);
    }

    private double time(Loop loop) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
        long began = System.nanoTime();
        result = loop.run();
        return (System.nanoTime() - began) / (double) CASTS;
    }

    private static Object messages() {
        Before.Message last = null;
        for (int i = 0, turn = 0; i < CASTS; i++, turn = turn == 2 ? 0 : turn + 1) {
            last = Before.asMessage(BEFORE[turn]);
        }
        return last;
    }

    private static Object extensions() {
        Before.Extension last = null;
        for (int i = 0, turn = 0; i < CASTS; i++, turn = turn == 2 ? 0 : turn + 1) {
            last = Before.asExtension(BEFORE[turn]);
        }
        return last;
    }

    private static Object classes() {
        After.Message last = null;
        for (int i = 0, turn = 0; i < CASTS; i++, turn = turn == 2 ? 0 : turn + 1) {
            last = After.asMessage(AFTER[turn]);
        }
        return last;
    }

    private static Object moreClasses() {
        After.Extension last = null;
        for (int i = 0, turn = 0; i < CASTS; i++, turn = turn == 2 ? 0 : turn + 1) {
            last = After.asExtension(AFTER[turn]);
        }
        return last;
    }

    private static void print(String kind, double[] times) {
        Arrays.sort(times);
        System.out.printf(
                "%-22s %5.1f ns a cast; half of the bouts between %.1f and %.1f%n",
                kind, times[BOUTS / 2], times[BOUTS / 4], times[3 * BOUTS / 4]);
    }
}
