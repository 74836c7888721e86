package io.mehari.impl;

import io.mehari.Component;
import io.mehari.component.mock.MockComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The components that are there without being added. Each is made when its scheme is first asked for; apart from that
 * they would be loaded with every context, by the verifier, whether they are used or not.
 */
final class BuiltInComponents {
    static final List<String> SCHEMES = List.of("log", "mock", "timer");

    private BuiltInComponents() {}

    static @Nullable Component make(String scheme) {
        return switch (scheme) {
            case "log" -> new LogComponent();
            case "mock" -> new MockComponent();
            case "timer" -> new TimerComponent();
            default -> null;
        };
    }
}
