package io.mehari.component.mock;

import io.mehari.Exchange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a mock has received: how many, copies of those that are kept, and who waits for more. */
final class Arrivals {
    /*
     * An arrival is counted and kept when it comes, and counted again when it has been dealt with: compared with what
     * was expected and handed to the processors of the test. Those who wait wait for the second count, so that nothing
     * of a message they waited for is still to happen. Between the two no lock is held.
     *
     * A waiter is woken when the number he waits for is reached, not by each message.
     */
    static final int KEPT_BY_DEFAULT = 100_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final List<Exchange> first = new ArrayList<>();
    private final ArrayDeque<Exchange> last = new ArrayDeque<>();
    private int firstLimit = KEPT_BY_DEFAULT;
    private int lastLimit;
    private long received;
    private long handled;
    private long wakeAt = NEVER;
    private @Nullable String complaint;

    /** Whether the next message may have to be kept; while it may not, no copy is made. */
    private volatile boolean keeping = true;

    // ---- what is kept

    synchronized void keep(int first, int last) {
        firstLimit = first;
        lastLimit = last;
        trim();
    }

    /** Drops what is too much now. */
    private void trim() {
        if (first.size() > firstLimit) {
            first.subList(firstLimit, first.size()).clear();
        }
        while (last.size() > lastLimit) {
            last.removeFirst();
        }
        keeping = lastLimit > 0 || (first.size() < firstLimit && first.size() == received);
    }

    // ---- arrival

    /** Counts a message and says which it is, from 0. */
    long receive(Exchange exchange) {
        Exchange copy = keeping ? exchange.copy() : null;
        synchronized (this) {
            if (copy != null) {
                keep(copy);
            }
            received++;
            trim();
            return received - 1;
        }
    }

    private void keep(Exchange copy) {
        if (first.size() < firstLimit && first.size() == received) {
            first.add(copy);
        } else {
            last.addLast(copy);
        }
    }

    /** A message has been dealt with; if it was wrong, the first such complaint is kept. */
    synchronized void handled(@Nullable String wrong) {
        handled++;
        if (wrong != null && complaint == null) {
            complaint = wrong;
            wakeAt = handled;
        }
        if (handled >= wakeAt) {
            wakeAt = NEVER;
            notifyAll();
        }
    }

    // ---- waiting

    /** Waits until so many have been dealt with or one of them was wrong, but not for longer than that. */
    synchronized void await(long wanted, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (handled < wanted && complaint == null) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return;
            }
            wakeAt = Math.min(wakeAt, wanted);
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    // ---- what came

    synchronized long received() {
        return received;
    }

    /** Which message was the first to be wrong, and how; null when none was. */
    synchronized @Nullable String complaint() {
        return complaint;
    }

    synchronized Received snapshot() {
        return new Received(received, List.copyOf(first), List.copyOf(last));
    }

    /** What there is at one moment; only the first and the last messages may have been kept. */
    record Received(long count, List<Exchange> first, List<Exchange> last) {
        /** How many are kept. */
        int size() {
            return first.size() + last.size();
        }

        /** The i-th of those that are kept. */
        Exchange kept(int i) {
            return i < first.size() ? first.get(i) : last.get(i - first.size());
        }

        /** Which message that is, among all. */
        long index(int i) {
            return i < first.size() ? i : count - size() + i;
        }

        /** A message by its place among all; null when it did not come or was not kept. */
        @Nullable
        Exchange message(long index) {
            long fromEnd = index - (count - last.size());
            if (index < first.size()) {
                return first.get((int) index);
            }
            return fromEnd >= 0 && fromEnd < last.size() ? last.get((int) fromEnd) : null;
        }

        List<Exchange> all() {
            List<Exchange> all = new ArrayList<>(first);
            all.addAll(last);
            return List.copyOf(all);
        }
    }
}
