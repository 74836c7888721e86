package io.mehari.impl.endpoint;

import io.mehari.Component;
import io.mehari.impl.component.LogComponent;
import io.mehari.impl.component.TimerComponent;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The built-in components and those on the class path; and what to do if one is not there. A built-in one is made when
 * its scheme is first used; otherwise every context would load its classes, used or not. One that cannot be loaded
 * keeps no other one from being found.
 */
final class FoundComponents {
    static final List<String> SCHEMES = List.of("log", "timer");
    private static final int MOST_TRIES = 1_000; // if the class path cannot be read, each try fails alike

    final Map<String, Component> byScheme = new LinkedHashMap<>();
    private final Set<String> broken = new LinkedHashSet<>();

    /** A built-in component, or null. As an Object, because the verifier would load all classes of components. */
    static @Nullable Object make(String scheme) {
        return switch (scheme) {
            case "log" -> new LogComponent();
            case "timer" -> new TimerComponent();
            default -> null;
        };
    }

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
                ? what + "the class " + SafeText.of(missing) + " is missing; add the artifact " + libraryOf(missing)
                : what + SafeText.message(cause.toString());
    }

    /** What to add to the message that a scheme has no component; null if all components were loaded. */
    @Nullable
    String broken() {
        return broken.isEmpty()
                ? null
                : ". There is a component that could not be loaded: " + String.join("; and another one: ", broken);
    }

    // ---- what to do

    /** What to do about a scheme of Mehari whose component is in an artifact that is not there; null for others. */
    static @Nullable String remedy(String scheme) {
        String artifact = switch (scheme) {
            case "seda", "disruptor" -> "components-queue";
            case "netty", "netty-http" -> "components-netty";
            case "kafka" -> "components-kafka";
            case "jms" -> "components-jms";
            case "camel" -> "components-camel";
            case "bean" -> "simple";
            case "mock" -> "testing, in test scope";
            default -> null;
        };
        if (scheme.equals("http") || scheme.equals("https")) {
            return ": write netty-http:" + scheme
                    + "://host:port/path, with the artifact io.mehari:mehari-components-netty";
        }
        return artifact == null ? null : ". Add the artifact io.mehari:mehari-" + artifact;
    }

    /** What to do with a parameter of the query of a URI of HTTP, if no option is probably meant. */
    static String query(String scheme, String name, Collection<String> options) {
        return scheme.equals("netty-http") && Nearest.of(name, options).isEmpty()
                ? ". A query to send is the header MehariHttpQuery"
                : "";
    }

    /** How to use a component of Camel, if no scheme of Mehari is probably meant. */
    static String camels(String scheme, Collection<String> schemes) {
        return Nearest.of(scheme, schemes).isEmpty()
                ? ". For a component of Camel write camel:" + SafeText.of(scheme)
                        + ":..., with the artifact io.mehari:mehari-components-camel"
                : "";
    }

    /** The artifact of a library that a component of Mehari needs and that has this class. */
    static String libraryOf(String className) {
        String[][] libraries = {
            {"org.apache.camel.", "org.apache.camel:camel-core-engine, in your version of Camel"},
            {"io.netty.", "io.netty:netty-codec-http"},
            {"org.apache.kafka.", "org.apache.kafka:kafka-clients"},
            {"jakarta.jms.", "jakarta.jms:jakarta.jms-api"},
            {"org.jctools.", "org.jctools:jctools-core-jdk11"},
            {"com.lmax.", "com.lmax:disruptor"}
        };
        for (String[] each : libraries) {
            if (className.startsWith(each[0])) {
                return each[1];
            }
        }
        return "that contains it";
    }
}
