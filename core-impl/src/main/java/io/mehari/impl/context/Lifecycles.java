package io.mehari.impl.context;

import io.mehari.RoutingContext;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.Log;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The lifecycle listeners. */
final class Lifecycles {
    private final List<LifecycleStrategy> all = new CopyOnWriteArrayList<>();

    void add(LifecycleStrategy lifecycle) {
        all.add(lifecycle);
    }

    /** Calls the listeners; any of them may keep the context from starting. */
    void contextStarting(RoutingContext context) {
        for (LifecycleStrategy each : all) {
            try {
                each.onContextStarting(context);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(
                        "Context " + context.getName() + " does not start: "
                                + each.getClass().getName() + " failed: " + e.getMessage(),
                        e);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a failure must not keep other listeners from being called
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
