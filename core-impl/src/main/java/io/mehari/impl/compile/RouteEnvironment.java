package io.mehari.impl.compile;

import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.builder.model.Node;
import io.mehari.impl.aggregate.RouteAggregators;
import io.mehari.impl.engine.EngineContext;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.engine.Scopes;
import io.mehari.impl.engine.Step;
import io.mehari.impl.observe.WatchOptions;
import io.mehari.spi.ThreadPools;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The data that all blocks of one route share. `attached` are the services that start and stop with the route;
 * `isCalled` says whether other routes call it.
 */
public record RouteEnvironment(
        EngineContext engine,
        RouteLife life,
        Route owner,
        String routeId,
        int routeNumber,
        boolean isCalled,
        List<Service> attached,
        WatchOptions watch,
        RouteAggregators aggregators,
        @Nullable Scopes scopes) {

    RoutingContext context() {
        return engine.context();
    }

    ThreadPools threads() {
        return engine.getThreadPools();
    }

    /** The code of a single step, which another step runs. */
    RouteCode code(Step step) {
        return RouteCode.of(step, scopes(false));
    }

    /** For a code that messages enter, or for one that a step calls. */
    @Nullable
    Scopes scopes(boolean entered) {
        return scopes == null ? null : scopes.entered(entered);
    }

    /** Resolves a name: an Executor in the registry. */
    @Nullable
    Executor executor(@Nullable Executor given) {
        if (!(given instanceof Node.PoolName named)) {
            return given;
        }
        Object found = context().getRegistry().lookupByName(named.name());
        if (found instanceof Executor executor) {
            return executor;
        }
        throw new IllegalArgumentException("executorService(\"" + named.name() + "\"): the registry has "
                + (found == null ? "no such object" : "a " + found.getClass().getName())
                + "; bind an Executor to this name");
    }
}
