package io.mehari.impl.context;

import io.mehari.Description;
import io.mehari.impl.observe.Insight;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Finds {@code mehari-core-main}, and names it where it is not there. */
final class FoundInsight {
    private static final String ARTIFACT = "io.mehari:mehari-core-main";

    private FoundInsight() {}

    /** Null without the jar. Uses the loader of this class, because that of a JMX thread may not see the jar. */
    static @Nullable Insight load() {
        return ServiceLoader.load(Insight.class, FoundInsight.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    /** @param setter what has switched on something that needs the jar */
    static IllegalStateException needed(String context, String setter, String by) {
        return new IllegalStateException("Context " + context + ": " + setter + "(true)" + by + " needs the artifact "
                + ARTIFACT + ": add it, or call " + setter + "(false)");
    }

    /** One line, in the place of a description. */
    static Description missing(String kind, String name) {
        Map<String, Object> note = Map.of("note", "add the artifact " + ARTIFACT + " to see more");
        return new Description(kind, SafeText.of(name), null, null, note, List.of());
    }
}
