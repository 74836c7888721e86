package io.mehari.subjects;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often each body arrives, and reports what went wrong. It is as cheap as possible, because it is part of
 * the measured time.
 */
final class Tally extends Sink {
    /*
     * Each delivering thread has its own counts, which are found by a search in a short list. A reader sees the counts
     * with some delay. They are exact after these threads have ended, or after a happens-before edge from these threads
     * to the reader.
     *
     * Order: the places of one sender's bodies form a ring. A step of less than half of the ring is forward, any other
     * step is backward. Missing and repeated bodies do not count as wrong order; they are found by their counts.
     */
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    /** Padding, so that two threads do not write into the same cache line. */
    private static final int PAD = 16;

    private static final int NONE = -1;

    private final int numbers;
    private final boolean ordered;
    private volatile Cell[] cells = {};

    private static final class Cell {
        final Thread owner = Thread.currentThread();
        final long[] counts;
        final int[] previous;
        long strange;
        long disordered;

        @SuppressWarnings("UnusedVariable") // makes the exchange escape
        @Nullable
        Object carrier;

        Cell(int numbers) {
            counts = new long[PAD + numbers + PAD];
            previous = new int[PAD + numbers / Payload.RING + PAD];
            Arrays.fill(previous, NONE);
        }
    }

    Tally(Scenario scenario) {
        numbers = scenario.senders() * Payload.RING;
        ordered = scenario.ordered();
    }

    @Override
    public void deliver(Object carrier, Object body) {
        Cell cell = cell();
        cell.carrier = carrier;
        int number = Payload.numberOf(body);
        if (number < 0 || number >= numbers) {
            cell.strange++;
            return;
        }
        if (ordered) {
            follow(cell, number);
        }
        int slot = PAD + number;
        COUNT.setOpaque(cell.counts, slot, cell.counts[slot] + 1);
    }

    private static void follow(Cell cell, int number) {
        int sender = PAD + number / Payload.RING;
        int place = number % Payload.RING;
        int step = place - cell.previous[sender];
        if (cell.previous[sender] != NONE && (step < 0 ? step + Payload.RING : step) >= Payload.RING / 2) {
            cell.disordered++;
        }
        cell.previous[sender] = place;
    }

    private Cell cell() {
        Thread thread = Thread.currentThread();
        for (Cell each : cells) {
            if (each.owner == thread) {
                return each;
            }
        }
        return newCell();
    }

    private synchronized Cell newCell() {
        Cell cell = new Cell(numbers);
        Cell[] more = Arrays.copyOf(cells, cells.length + 1);
        more[more.length - 1] = cell;
        cells = more;
        return cell;
    }

    @Override
    public long arrived() {
        long sum = 0;
        for (long each : counts()) {
            sum += each;
        }
        return sum;
    }

    private long[] counts() {
        long[] counts = new long[numbers];
        for (Cell cell : cells) {
            for (int i = 0; i < numbers; i++) {
                counts[i] += (long) COUNT.getOpaque(cell.counts, PAD + i);
            }
        }
        return counts;
    }

    /**
     * Compares the arrived bodies with the number of bodies that each sender sent. Call this when no message is in
     * flight.
     */
    Delivery verdict(Scenario scenario, long[] sent) {
        long[] expected = new long[numbers];
        for (int sender = 0; sender < sent.length; sender++) {
            Object[] bodies = Payload.ring(scenario, sender);
            for (int place = 0; place < Payload.RING; place++) {
                long times = sent[sender] / Payload.RING + (place < sent[sender] % Payload.RING ? 1 : 0);
                expected[sender * Payload.RING + place] = times * scenario.arrivalsOf(bodies[place]);
            }
        }
        return compared(scenario, expected);
    }

    private Delivery compared(Scenario scenario, long[] expected) {
        long strange = 0;
        long disordered = 0;
        for (Cell cell : cells) {
            strange += cell.strange;
            disordered += cell.disordered;
        }
        return Delivery.of(scenario, expected, counts(), strange, disordered);
    }
}
