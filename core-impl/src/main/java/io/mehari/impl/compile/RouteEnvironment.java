package io.mehari.impl.compile;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.builder.model.Node;
import io.mehari.impl.aggregate.RouteAggregators;
import io.mehari.impl.engine.EngineContext;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.engine.Scopes;
import io.mehari.impl.engine.Step;
import io.mehari.impl.observe.ModelledRoute;
import io.mehari.impl.observe.WatchOptions;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The data that all blocks of one route share. `attached` are the services that start and stop with the route;
 * `isCalled` says whether other routes call it.
 */
public record RouteEnvironment(
        EngineContext engine,
        RouteLife life,
        ModelledRoute owner,
        String routeId,
        int routeNumber,
        boolean isCalled,
        List<Service> attached,
        WatchOptions watch,
        RouteAggregators aggregators,
        @Nullable Scopes scopes) {
    private static final String BEAN = "#bean:";
    private static final String CLASS = "#class:";

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

    // ---- what a route names by a text

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

    /** The processor that a text of the route names. */
    Processor processor(String name) {
        if (name.startsWith(CLASS)) {
            return made(name, name.substring(CLASS.length()));
        }
        String plain = name.startsWith(BEAN) ? name.substring(BEAN.length()) : name;
        plain = plain.startsWith("#") ? plain.substring(1) : plain;
        Processor found = context().getRegistry().lookupByNameAndType(plain, Processor.class);
        if (found == null) {
            throw new IllegalArgumentException("process(\"" + SafeText.of(name) + "\"): " + Nearest.unbound(plain));
        }
        return found;
    }

    /** The strategy itself, or the one of that name; a {@code BiFunction} is one, too. */
    @SuppressWarnings("unchecked") // a function that takes other types fails with a ClassCastException
    @Nullable
    AggregationStrategy strategy(@Nullable AggregationStrategy given) {
        if (!(given instanceof Node.NamedStrategy named)) {
            return given;
        }
        String name = named.name();
        String plain = name.startsWith("#") ? name.substring(1) : name;
        Object found = context().getRegistry().lookupByName(plain);
        if (found instanceof AggregationStrategy strategy) {
            return strategy;
        }
        if (found instanceof BiFunction<?, ?, ?> function) {
            BiFunction<Exchange, Exchange, @Nullable Object> merge =
                    (BiFunction<Exchange, Exchange, @Nullable Object>) function;
            return (old, next) -> {
                if (old == null) {
                    return next;
                }
                old.setBody(merge.apply(old, next));
                return old;
            };
        }
        throw new IllegalArgumentException("aggregationStrategy(\"" + SafeText.of(name) + "\"): "
                + (found == null
                        ? Nearest.unbound(plain)
                        : "the registry has a " + found.getClass().getName() + " of that name, which is no"
                                + " AggregationStrategy and no BiFunction"));
    }

    private static Processor made(String name, String type) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> found =
                    Class.forName(type, true, loader == null ? RouteEnvironment.class.getClassLoader() : loader);
            return (Processor) found.getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "process(\"" + SafeText.of(name) + "\"): cannot make a processor: " + e
                            + "; give the full name of a public class that is a Processor and has a public constructor"
                            + " without parameters",
                    e);
        }
    }
}
