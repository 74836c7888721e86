package io.mehari.impl;

import io.mehari.RoutingContext;
import io.mehari.spi.LifecycleStrategy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Those who are told what starts and stops. */
final class Lifecycles {
    private final List<LifecycleStrategy> all = new CopyOnWriteArrayList<>();

    void add(LifecycleStrategy lifecycle) {
        all.add(lifecycle);
    }

    /** Any of them may keep the context from starting; those told before it are told that it has stopped. */
    void contextStarting(RoutingContext context) {
        for (LifecycleStrategy each : all) {
            try {
                each.onContextStarting(context);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(
                        "Context " + context.getName() + " does not start: "
                                + each.getClass().getName() + " said: " + e.getMessage(),
                        e);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // one that fails must not keep the others from being told
    void tell(Consumer<LifecycleStrategy> what) {
        for (LifecycleStrategy each : all) {
            try {
                what.accept(each);
            } catch (Throwable e) {
                Log.warn(
                        Lifecycles.class,
                        "Lifecycle strategy " + each.getClass().getName() + " failed",
                        e);
            }
        }
    }
}
