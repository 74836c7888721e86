package io.mehari.impl.endpoint;

import io.mehari.impl.component.LogComponent;
import io.mehari.impl.component.TimerComponent;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The built-in components. Each is made when its scheme is first used; otherwise every context would load their
 * classes, used or not.
 */
final class BuiltInComponents {
    static final List<String> SCHEMES = List.of("log", "timer");

    private BuiltInComponents() {}

    /** A component; null for other schemes. As an Object, because the verifier would load all classes of components. */
    static @Nullable Object make(String scheme) {
        return switch (scheme) {
            case "log" -> new LogComponent();
            case "timer" -> new TimerComponent();
            default -> null;
        };
    }

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

    /** The artifact of the library that a component of Mehari needs and that has this class; null for other classes. */
    static @Nullable String libraryOf(String className) {
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
        return null;
    }
}
