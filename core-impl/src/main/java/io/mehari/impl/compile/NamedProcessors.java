package io.mehari.impl.compile;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.EngineContext;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Finds the processors and strategies that routes name by a text. */
final class NamedProcessors {
    private static final String BEAN = "#bean:";
    private static final String CLASS = "#class:";

    private NamedProcessors() {}

    static Processor find(EngineContext engine, String name) {
        if (name.startsWith(CLASS)) {
            return made(name, name.substring(CLASS.length()));
        }
        String plain = name.startsWith(BEAN) ? name.substring(BEAN.length()) : name;
        plain = plain.startsWith("#") ? plain.substring(1) : plain;
        Processor found = engine.context().getRegistry().lookupByNameAndType(plain, Processor.class);
        if (found == null) {
            throw new IllegalArgumentException("process(\"" + SafeText.of(name) + "\"): " + Nearest.unbound(plain));
        }
        return found;
    }

    /** The strategy itself, or the one of that name; a {@code BiFunction} is one, too. */
    @SuppressWarnings("unchecked") // a function that takes other types fails with a ClassCastException
    static @Nullable AggregationStrategy strategy(EngineContext engine, @Nullable AggregationStrategy given) {
        if (!(given instanceof Node.NamedStrategy named)) {
            return given;
        }
        String name = named.name();
        String plain = name.startsWith("#") ? name.substring(1) : name;
        Object found = engine.context().getRegistry().lookupByName(plain);
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
                    Class.forName(type, true, loader == null ? NamedProcessors.class.getClassLoader() : loader);
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
