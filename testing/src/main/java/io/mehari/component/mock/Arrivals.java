package io.mehari.component.mock;

import io.mehari.Exchange;
import io.mehari.impl.base.Signal;
import io.mehari.spi.Threading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a mock has received: the number of messages, copies of those that are kept, and the threads that wait for more.
 */
final class Arrivals {
    /*
     * A message is counted and kept when it comes. It is counted again when it has been handled: compared with the
     * expectations and passed to the processors of the test. Waiting threads wait for the second count, so the message
     * is completely handled by then. Between the two counts no lock is held.
     *
     * A waiting thread is woken when the number that it waits for is reached, not by each message.
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
    private final Signal reached = new Signal();
    private @Nullable String complaint;
    /** Cached until the next message comes, because tests read message after message. */
    private @Nullable Received snapshot;

    /** Whether the next message may have to be kept; if not, no copy is made. */
    private volatile boolean keeping = true;

    // ---- kept messages

    synchronized void keep(int first, int last) {
        firstLimit = first;
        lastLimit = last;
        snapshot = null;
        trim();
    }

    /** Drops messages beyond the limits. */
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

    /** Counts a message and returns its index, from 0. */
    long receive(Exchange exchange) {
        Exchange copy = keeping ? exchange.copy() : null;
        if (copy != null) {
            copy.setExchangeId(exchange.getExchangeId());
        }
        synchronized (this) {
            if (copy != null) {
                keep(copy);
            }
            received++;
            snapshot = null;
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

    /** Counts a handled message; keeps the first complaint about a wrong one. */
    synchronized void handled(@Nullable String wrong) {
        handled++;
        if (wrong != null && complaint == null) {
            complaint = wrong;
            wakeAt = handled;
        }
        if (handled >= wakeAt) {
            wakeAt = NEVER;
            reached.all();
        }
    }

    // ---- waiting

    /** Waits until this many messages have been handled or one of them was wrong, but no longer than the timeout. */
    void await(long wanted, long millis) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        reached.await(() -> hasReached(wanted), Threading.nanoTime() + nanos, Math.max(1, nanos));
    }

    /** Whether a thread need not wait; if it must, it will be woken. */
    private synchronized boolean hasReached(long wanted) {
        if (handled >= wanted || complaint != null) {
            return true;
        }
        wakeAt = Math.min(wakeAt, wanted);
        return false;
    }

    // ---- results

    synchronized long received() {
        return received;
    }

    /** The first wrong message and the complaint about it; null if there was none. */
    synchronized @Nullable String complaint() {
        return complaint;
    }

    synchronized Received snapshot() {
        Received known = snapshot;
        if (known == null) {
            known = new Received(received, List.copyOf(first), List.copyOf(last));
            snapshot = known;
        }
        return known;
    }

    /** A snapshot; perhaps only the first and last messages were kept. */
    record Received(long count, List<Exchange> first, List<Exchange> last) {
        /** The number of kept messages. */
        int size() {
            return first.size() + last.size();
        }

        /** The i-th kept message. */
        Exchange kept(int i) {
            return i < first.size() ? first.get(i) : last.get(i - first.size());
        }

        /** The index of the i-th kept message among all messages. */
        long index(int i) {
            return i < first.size() ? i : count - size() + i;
        }

        /** The message with this index among all; null if it did not come or was not kept. */
        @Nullable
        Exchange message(long index) {
            long fromEnd = index - (count - last.size());
            if (index < first.size()) {
                return first.get((int) index);
            }
            return fromEnd >= 0 && fromEnd < last.size() ? last.get((int) fromEnd) : null;
        }

        List<Exchange> all() {
            if (last.isEmpty()) {
                return first;
            }
            List<Exchange> all = new ArrayList<>(first);
            all.addAll(last);
            return List.copyOf(all);
        }
    }
}
