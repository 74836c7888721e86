package io.mehari.spi;

import io.mehari.InvalidOptionException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of one URI, checked and converted. */
public final class EndpointOptions {
    private final String uri;
    private final Map<EndpointOption<?>, Object> explicit;

    /** Made by the context, which has seen to it that each value is of its option's type. */
    public EndpointOptions(String uri, Map<EndpointOption<?>, Object> explicit) {
        this.uri = uri;
        this.explicit = Map.copyOf(explicit);
    }

    /** The value the URI gives, or the option's default. */
    public <T> T get(EndpointOption<T> option) {
        T value = find(option);
        if (value == null) {
            throw new InvalidOptionException(uri, "option " + option + " is needed: " + option.description(), null);
        }
        return value;
    }

    /** The same for an option that may be absent. */
    public <T> @Nullable T find(EndpointOption<T> option) {
        Object value = explicit.get(option);
        return value == null ? option.defaultValue() : option.type().cast(value);
    }

    /** Whether the URI names the option. */
    public boolean isSet(EndpointOption<?> option) {
        return explicit.containsKey(option);
    }
}
