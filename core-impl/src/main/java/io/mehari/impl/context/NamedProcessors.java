package io.mehari.impl.context;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.spi.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Finds the processors and strategies that routes name by a text. */
final class NamedProcessors {
    private static final String BEAN = "#bean:";
    private static final String CLASS = "#class:";
    private static final String TYPE = "#type:";

    private NamedProcessors() {}

    static Processor find(RoutingContext context, String name) {
        if (name.startsWith(CLASS)) {
            return made(name, name.substring(CLASS.length()));
        }
        if (name.startsWith(TYPE)) {
            return theOnly(context, name, name.substring(TYPE.length()));
        }
        String plain = name.startsWith(BEAN) ? name.substring(BEAN.length()) : name;
        plain = plain.startsWith("#") ? plain.substring(1) : plain;
        Processor found = context.getRegistry().lookupByNameAndType(plain, Processor.class);
        if (found == null) {
            throw new IllegalArgumentException("process(\"" + SafeText.of(name) + "\"): the registry has no object of"
                    + " that name; bind one before the routes are added: context.getRegistry().bind(\""
                    + SafeText.of(plain) + "\", processor)");
        }
        return found;
    }

    /** The strategy with that name; a {@code BiFunction} is one, too. */
    @SuppressWarnings("unchecked") // a function that takes other types fails with a ClassCastException
    static AggregationStrategy strategy(RoutingContext context, String name) {
        Object found = context.getRegistry().lookupByName(name.startsWith("#") ? name.substring(1) : name);
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
        throw new IllegalArgumentException("aggregationStrategy(\"" + SafeText.of(name) + "\"): the registry has "
                + (found == null
                        ? "no object of that name; bind one before the route starts: context.getRegistry().bind(\""
                                + SafeText.of(name) + "\", strategy)"
                        : "a " + found.getClass().getName() + " of that name, which is no AggregationStrategy and no"
                                + " BiFunction"));
    }

    /** The one object of that type in a registry that can list its objects. */
    private static Processor theOnly(RoutingContext context, String name, String type) {
        List<Processor> found = new ArrayList<>();
        try {
            Class<?> wanted = loaded(type);
            if (context.getRegistry() instanceof SimpleRegistry registry) {
                registry.bound().stream()
                        .filter(each -> wanted.isInstance(each) && each instanceof Processor)
                        .forEach(each -> found.add((Processor) each));
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "process(\"" + SafeText.of(name) + "\"): there is no such class; give its full name", e);
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException("process(\"" + SafeText.of(name) + "\"): " + found.size()
                    + " processors of that type are bound in the registry of the context; bind one, or give its name");
        }
        return found.get(0);
    }

    private static Class<?> loaded(String type) throws ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return Class.forName(type, true, loader == null ? NamedProcessors.class.getClassLoader() : loader);
    }

    private static Processor made(String name, String type) {
        try {
            return (Processor) loaded(type).getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "process(\"" + SafeText.of(name) + "\"): cannot make a processor: " + e
                            + "; give the full name of a public class that is a Processor and has a public constructor"
                            + " without parameters",
                    e);
        }
    }
}
