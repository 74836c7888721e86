package io.mehari.spi;

import io.mehari.InvalidOptionException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of one URI, checked and converted. */
public final class EndpointOptions {
    private final String uri;
    private final Map<EndpointOption<?>, Object> explicit;

    /** For the context, which has checked that each value has the type of its option. */
    public EndpointOptions(String uri, Map<EndpointOption<?>, Object> explicit) {
        this.uri = uri;
        this.explicit = Map.copyOf(explicit);
    }

    /**
     * The value in the URI, or else the default of the option.
     *
     * @throws InvalidOptionException if there is neither
     */
    public <T> T get(EndpointOption<T> option) {
        T value = find(option);
        if (value == null) {
            throw new InvalidOptionException(uri, "option " + option + " is required: " + option.description(), null);
        }
        return value;
    }

    /** The value in the URI, or else the default of the option; null if there is neither. */
    public <T> @Nullable T find(EndpointOption<T> option) {
        Object value = explicit.get(option);
        return value == null ? option.defaultValue() : option.type().cast(value);
    }

    /** Whether the URI contains the option. */
    public boolean isSet(EndpointOption<?> option) {
        return explicit.containsKey(option);
    }
}
