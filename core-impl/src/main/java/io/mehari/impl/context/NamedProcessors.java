package io.mehari.impl.context;

import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.spi.SafeText;

/** Finds the processors that routes name by a text. */
final class NamedProcessors {
    private static final String BEAN = "#bean:";
    private static final String CLASS = "#class:";

    private NamedProcessors() {}

    static Processor find(RoutingContext context, String name) {
        if (name.startsWith(CLASS)) {
            return made(name, name.substring(CLASS.length()));
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
