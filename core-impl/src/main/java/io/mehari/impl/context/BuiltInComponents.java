package io.mehari.impl.context;

import io.mehari.component.mock.MockComponent;
import io.mehari.impl.component.LogComponent;
import io.mehari.impl.component.TimerComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The built-in components. Each is made when its scheme is first used; otherwise every context would load their
 * classes, used or not.
 */
final class BuiltInComponents {
    static final List<String> SCHEMES = List.of("log", "mock", "timer");

    private BuiltInComponents() {}

    /** A component; null for other schemes. As an Object, because the verifier would load all classes of components. */
    static @Nullable Object make(String scheme) {
        return switch (scheme) {
            case "log" -> new LogComponent();
            case "mock" -> new MockComponent();
            case "timer" -> new TimerComponent();
            default -> null;
        };
    }
}
