package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.spi.internal.Log;
import java.util.List;

/** Runs completions (law U2). None is lost, whatever the others throw. */
public final class Completions {
    private Completions() {}

    /**
     * Runs them last-in first-out, then by their order.
     *
     * @param added in the order of adding; it is sorted, and emptied
     * @param failed whether the exchange has failed, which decides what of each completion is called
     */
    public static void run(List<Synchronization> added, Exchange exchange, boolean failed) {
        sort(added);
        for (int i = added.size() - 1; i >= 0; i--) {
            run(added.remove(i), exchange, failed);
        }
    }

    public static void run(Synchronization each, Exchange exchange, boolean failed) {
        try {
            if (failed) {
                each.onFailure(exchange);
            } else {
                each.onComplete(exchange);
            }
        } catch (Throwable e) { // a completion may throw anything
            String text = "Completion " + name(each) + " of exchange " + id(exchange) + " failed [MH-58]";
            Log.warn(Completions.class, text, e);
        }
    }

    /** Tells a completion that it moves. It moves all the same if that fails. */
    public static void beforeHandover(Synchronization each, Exchange target) {
        try {
            each.beforeHandover(target);
        } catch (Throwable e) { // no completion may be lost if one of them throws
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

    private static String id(Exchange exchange) {
        try {
            return exchange.getExchangeId();
        } catch (Throwable e) { // the generator of ids may throw anything
            return "without an id";
        }
    }

    /** By falling order. An order that changes meanwhile makes another sequence, and no completion is lost. */
    private static void sort(List<Synchronization> added) {
        for (int i = 1; i < added.size(); i++) {
            Synchronization each = added.get(i);
            int order = order(each);
            int at = i;
            for (; at > 0 && order(added.get(at - 1)) < order; at--) {
                added.set(at, added.get(at - 1));
            }
            added.set(at, each);
        }
    }

    private static int order(Synchronization each) {
        try {
            return each.getOrder();
        } catch (Throwable e) { // a failing getOrder() must not keep completions from running
            Log.warn(Completions.class, "Completion " + name(each) + " failed to give its order; 0 is used", e);
            return 0;
        }
    }
}
