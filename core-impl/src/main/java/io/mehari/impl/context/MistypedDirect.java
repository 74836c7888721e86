package io.mehari.impl.context;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.impl.base.Nearest;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.spi.Log;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Warns if routes send to a {@code direct:} endpoint where no route starts; its name is probably mistyped. */
final class MistypedDirect {
    private MistypedDirect() {}

    static void warn(AbstractRoutingContext context, List<? extends Route> routes) {
        Set<String> names = new TreeSet<>();
        for (Route route : routes) {
            if (route.getEndpoint() instanceof DirectEndpoint from) {
                names.add(from.name());
            }
        }
        for (Endpoint each : context.getEndpoints()) {
            if (each instanceof DirectEndpoint to && to.isToBeChecked() && !names.contains(to.name())) {
                String nearest = Nearest.of(to.name(), names);
                Log.warn(
                        MistypedDirect.class,
                        "Context " + context.getName() + ": a route sends to " + to
                                + ", but no route starts there,"
                                + " so its messages wait and fail; "
                                + (nearest.isEmpty() ? "" : "did you mean 'direct:" + nearest + "'? Or else ")
                                + "add a route with from(\"direct:" + to.name() + "\")");
            }
        }
    }
}
