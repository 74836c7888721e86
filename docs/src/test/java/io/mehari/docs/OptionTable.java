package io.mehari.docs;

import io.mehari.Component;
import io.mehari.component.queue.QueueOptionDefaults;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EndpointOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options of a component's URIs, from the constants that its parser reads. */
final class OptionTable {

    private OptionTable() {}

    static List<String> of(String scheme) {
        try (var context = new DefaultRoutingContext()) {
            Component component = context.hasComponent(scheme);
            if (component == null) {
                throw new AssertionError("There is no component for " + scheme);
            }
            List<String> lines = new ArrayList<>(List.of("| option | value | default | |", "|---|---|---|---|"));
            for (EndpointOption<?> option : component.getOptions()) {
                lines.add("| `" + option.name() + "` | " + value(option.type()) + " | "
                        + text(QueueOptionDefaults.of(component, option)) + " | " + Generated.cell(option.description())
                        + " |");
            }
            return lines;
        }
    }

    private static String value(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(each -> "`" + each + "`")
                    .collect(Collectors.joining(", "));
        }
        if (type == Boolean.class) {
            return "`true`, `false`";
        }
        if (type == Integer.class || type == Long.class) {
            return "number";
        }
        if (type == String.class) {
            return "text";
        }
        if (type == Object.class) {
            return "name of a class, or `#name`";
        }
        if (type == Duration.class) {
            return "duration";
        }
        String name = type.getSimpleName();
        return "`#name` of " + (name.matches("([AEIOU]|SSL).*") ? "an" : "a") + " `" + name + "`";
    }

    private static String text(@Nullable Object value) {
        if (value instanceof Duration duration) {
            boolean seconds = duration.toMillis() % 1_000 == 0;
            return duration.isZero()
                    ? "`0`"
                    : seconds ? "`" + duration.toSeconds() + "s`" : "`" + duration.toMillis() + "ms`";
        }
        return value == null ? "" : "`" + value + "`";
    }
}
