package io.mehari.spi;

import org.jspecify.annotations.Nullable;

/**
 * An option of an endpoint's URI. There is one constant for each option. It is used to read the value, in error
 * messages, and for the tables of the documentation.
 *
 * @param <T> the type of its values
 */
public final class EndpointOption<T> {
    private final String name;
    private final Class<T> type;
    private final @Nullable T defaultValue;
    private final String description;

    private EndpointOption(String name, Class<T> type, @Nullable T defaultValue, String description) {
        this.name = name;
        this.type = type;
        this.defaultValue = defaultValue;
        this.description = description;
    }

    /** An option with a default value. */
    public static <T> EndpointOption<T> of(String name, Class<T> type, T defaultValue, String description) {
        return new EndpointOption<>(name, type, defaultValue, description);
    }

    /** An option without a default value, which may be absent. */
    public static <T> EndpointOption<T> optional(String name, Class<T> type, String description) {
        return new EndpointOption<>(name, type, null, description);
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

    @Override
    public String toString() {
        return name;
    }
}
