package io.mehari.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An option of an endpoint's URI. There is one constant for each option. It is used to read the value, in error
 * messages, and for the tables of the documentation. An {@link OptionSet} makes options with bounds.
 *
 * @param <T> the type of its values
 */
public final class EndpointOption<T> {
    private final String name;
    private final Class<T> type;
    private final @Nullable T defaultValue;
    private final String description;
    private final @Nullable Comparable<? super T> least;
    private final @Nullable Comparable<? super T> most;

    EndpointOption(
            String name,
            Class<T> type,
            @Nullable T defaultValue,
            String description,
            @Nullable Comparable<? super T> least,
            @Nullable Comparable<? super T> most) {
        this.name = name;
        this.type = type;
        this.defaultValue = defaultValue;
        this.description = description;
        this.least = least;
        this.most = most;
    }

    /** An option with a default value. */
    public static <T> EndpointOption<T> of(String name, Class<T> type, T defaultValue, String description) {
        return new EndpointOption<>(name, type, defaultValue, description, null, null);
    }

    /** An option without a default value, which may be absent. */
    public static <T> EndpointOption<T> optional(String name, Class<T> type, String description) {
        return new EndpointOption<>(name, type, null, description, null, null);
    }

    public String name() {
        return name;
    }

    public Class<T> type() {
        return type;
    }

    public @Nullable T defaultValue() {
        return defaultValue;
    }

    public String description() {
        return description;
    }

    /** What is wrong with a value; null if it is within the bounds. */
    @Nullable
    String fault(Object given) {
        T value = type.cast(given);
        boolean isLow = least != null && least.compareTo(value) > 0;
        if (!isLow && (most == null || most.compareTo(value) >= 0)) {
            return null;
        }
        String bounds = most == null ? "at least " + text(least) : "from " + text(least) + " to " + text(most);
        return name + " must be " + bounds + ", not " + text(value);
    }

    private static String text(@Nullable Object value) {
        return value instanceof Duration time ? time.toMillis() + " ms" : String.valueOf(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
