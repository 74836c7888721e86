package io.mehari.impl.engine;

import io.mehari.RoutingContext;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers for the contexts of this program that run, so that {@link WithinRoute} can tell their routes apart. They are
 * small, because they are used again. The first context has the number 0.
 */
public final class ContextNumbers {
    private static final List<WeakReference<RoutingContext>> TAKEN = new ArrayList<>();

    private ContextNumbers() {}

    /** The number of a context that starts. It keeps a number that it has. */
    public static synchronized int take(RoutingContext context) {
        int free = TAKEN.size();
        for (int i = TAKEN.size() - 1; i >= 0; i--) {
            RoutingContext owner = TAKEN.get(i).get();
            if (owner == context) {
                return i;
            }
            free = owner == null ? i : free;
        }
        WeakReference<RoutingContext> taken = new WeakReference<>(context);
        if (free == TAKEN.size()) {
            TAKEN.add(taken);
        } else {
            TAKEN.set(free, taken);
        }
        return free;
    }

    /** Called by a context that has stopped and has no message in flight. */
    public static synchronized void giveBack(RoutingContext context) {
        for (WeakReference<RoutingContext> each : TAKEN) {
            if (each.get() == context) {
                each.clear();
            }
        }
    }
}
