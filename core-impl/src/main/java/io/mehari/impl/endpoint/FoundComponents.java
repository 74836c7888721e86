package io.mehari.impl.endpoint;

import io.mehari.Component;
import io.mehari.spi.internal.SafeText;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The components on the class path. One that cannot be loaded keeps no other one from being found. */
final class FoundComponents {
    private static final int MOST_TRIES = 1_000; // if the class path cannot be read, each try fails alike

    final Map<String, Component> byScheme = new LinkedHashMap<>();
    private final Set<String> broken = new LinkedHashSet<>();

    static FoundComponents load() {
        FoundComponents found = new FoundComponents();
        Iterator<Component> next = ServiceLoader.load(Component.class).iterator();
        int tries = 0;
        while (tries < MOST_TRIES && found.add(next)) {
            tries++;
        }
        return found;
    }

    private boolean add(Iterator<Component> next) {
        try {
            if (!next.hasNext()) {
                return false;
            }
            Component component = next.next();
            byScheme.putIfAbsent(component.getScheme(), component);
        } catch (Throwable e) { // the constructor of a component may throw anything
            broken.add(reason(e));
        }
        return true;
    }

    /** What is wrong with the component; an error of the JVM is thrown again, so that all is tried again later. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause.getCause() != null && depth < 20; depth++) {
            cause = cause.getCause();
        }
        if (cause instanceof VirtualMachineError jvm) {
            throw jvm;
        }
        boolean isMissing = cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException;
        String missing = isMissing ? String.valueOf(cause.getMessage()).replace('/', '.') : "";
        String what = cause == failure ? "" : SafeText.message(failure.getMessage()) + ": ";
        return isMissing
                ? what + "the class " + SafeText.of(missing) + " is missing" + remedy(missing)
                : what + SafeText.message(cause.toString());
    }

    private static String remedy(String missing) {
        String artifact = BuiltInComponents.libraryOf(missing);
        return "; add the " + (artifact == null ? "artifact that contains it" : "artifact " + artifact);
    }

    /** What to add to the message that a scheme has no component; null if all components were loaded. */
    @Nullable
    String broken() {
        return broken.isEmpty()
                ? null
                : ". There is a component that could not be loaded: " + String.join("; and another one: ", broken);
    }
}
