package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.spi.internal.Log;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Runs completions (law U2). None is lost, whatever the others throw. */
public final class Completions {
    private record Entry(int order, Synchronization completion) {}

    private Completions() {}

    /**
     * Runs them last-in first-out, then by their order.
     *
     * @param added in the order of adding; it is sorted, and each is removed when it has run. So if this throws,
     * because
     *     the stack or the heap is full, the rest is still there
     * @param failed whether the exchange has failed, which decides what of each completion is called
     */
    public static void run(List<Synchronization> added, Exchange exchange, boolean failed) {
        sort(added);
        for (int i = added.size() - 1; i >= 0; i--) {
            Synchronization each = added.remove(i);
            boolean ran = false;
            try {
                run(each, exchange, failed);
                ran = true;
            } finally {
                if (!ran) {
                    added.add(each); // its call has overflowed the stack
                }
            }
        }
    }

    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // a completion may throw anything, and the heap may be full
    public static void run(Synchronization each, Exchange exchange, boolean failed) {
        try {
            if (failed) {
                each.onFailure(exchange);
            } else {
                each.onComplete(exchange);
            }
        } catch (Throwable e) {
            try {
                Log.warn(
                        Completions.class,
                        "Completion " + name(each) + " of exchange " + id(exchange) + " failed [MH-58]",
                        e);
            } catch (Throwable again) {
                // the other completions are more important
            }
        }
    }

    /** Tells a completion that it moves. It moves all the same if that fails. */
    @SuppressWarnings("CatchingUnchecked") // no completion may be lost if one of them throws
    public static void beforeHandover(Synchronization each, Exchange target) {
        try {
            each.beforeHandover(target);
        } catch (Throwable e) {
            Log.warn(
                    Completions.class,
                    "Completion " + name(each) + " failed before its handover, and moves all the same",
                    e);
        }
    }

    /** The name of its class: toString() may fail, and then the other completions would not run. */
    private static String name(Synchronization each) {
        return each.getClass().getName();
    }

    @SuppressWarnings("CatchingUnchecked") // the generator of ids may throw anything
    private static String id(Exchange exchange) {
        try {
            return exchange.getExchangeId();
        } catch (Throwable e) {
            return "without an id";
        }
    }

    /**
     * Sorts them by falling order. The orders are read before anything is moved, because a sort by values that change
     * may throw halfway.
     */
    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"})
    private static void sort(List<Synchronization> added) {
        try {
            int before = Integer.MAX_VALUE;
            for (int i = 0; i < added.size(); i++) {
                int order = order(added.get(i));
                if (order > before) {
                    sortAnew(added);
                    return;
                }
                before = order;
            }
        } catch (Throwable e) {
            // the heap is full: they run in the order in which they are
        }
    }

    private static void sortAnew(List<Synchronization> added) {
        Entry[] entries = new Entry[added.size()];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new Entry(order(added.get(i)), added.get(i));
        }
        Arrays.sort(entries, Comparator.comparingInt(Entry::order).reversed());
        for (int i = 0; i < entries.length; i++) {
            added.set(i, entries[i].completion);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a failing getOrder() must not keep completions from running
    private static int order(Synchronization each) {
        try {
            return each.getOrder();
        } catch (Throwable e) {
            Log.warn(Completions.class, "Completion " + name(each) + " failed to give its order; 0 is used", e);
            return 0;
        }
    }
}
