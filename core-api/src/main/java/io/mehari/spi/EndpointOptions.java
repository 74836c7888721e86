package io.mehari.spi;

import io.mehari.InvalidOptionException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of one URI, checked and converted. */
public final class EndpointOptions {
    private final String uri;
    private final Map<EndpointOption<?>, Object> explicit;
    private final Map<String, String> others;

    /** For the context, which has checked the type of each value. */
    public EndpointOptions(String uri, Map<EndpointOption<?>, Object> explicit) {
        this(uri, explicit, Map.of());
    }

    /** For the context. {@code others} are options that the component does not declare. */
    public EndpointOptions(String uri, Map<EndpointOption<?>, Object> explicit, Map<String, String> others) {
        this.uri = uri;
        this.explicit = Map.copyOf(explicit);
        this.others = Collections.unmodifiableMap(new LinkedHashMap<>(others));
        for (Map.Entry<EndpointOption<?>, Object> each : explicit.entrySet()) { // no lambda, for the start
            String fault = each.getKey().fault(each.getValue());
            check(fault == null, fault);
        }
    }

    /** The URI, with its secrets. */
    public String uri() {
        return uri;
    }

    /**
     * Refuses options that do not fit together.
     *
     * @throws InvalidOptionException with this message, if the condition is false
     */
    public void check(boolean condition, @Nullable String message) {
        if (!condition) {
            throw new InvalidOptionException(uri, String.valueOf(message), null);
        }
    }

    /** The options that the component does not declare, as they are in the URI; see {@code takesOtherOptions}. */
    public Map<String, String> others() {
        return others;
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

    /** The value of {@link #get}, in milliseconds. */
    public long millis(EndpointOption<Duration> option) {
        return get(option).toMillis();
    }

    /** Whether the URI contains the option. */
    public boolean isSet(EndpointOption<?> option) {
        return explicit.containsKey(option);
    }
}
