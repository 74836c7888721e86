package io.mehari.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a component: makes each of them, and keeps them in this order. A value outside of its bounds is
 * refused when the endpoint is created.
 */
public final class OptionSet {
    private final List<EndpointOption<?>> options = new ArrayList<>();

    public OptionSet() {}

    /** Adds an option. */
    public <T> EndpointOption<T> add(EndpointOption<T> option) {
        options.add(option);
        return option;
    }

    /** Adds the options of another set. */
    public void addAll(OptionSet others) {
        options.addAll(others.options);
    }

    /** An option with a default value, which also says its type. */
    public <T> EndpointOption<T> of(String name, T value, String description) {
        return add(EndpointOption.of(name, typeOf(value), value, description));
    }

    /** An option without a default value, which may be absent. */
    public <T> EndpointOption<T> optional(String name, Class<T> type, String description) {
        return add(EndpointOption.optional(name, type, description));
    }

    /** An optional text. */
    public EndpointOption<String> text(String name, String description) {
        return optional(name, String.class, description);
    }

    /** A number that is not less than this. */
    public EndpointOption<Integer> atLeast(int least, String name, int value, String description) {
        return between(least, Integer.MAX_VALUE, name, value, description);
    }

    /** A number within these bounds. If there is no default value, it may be absent. */
    public EndpointOption<Integer> between(
            int least, int most, String name, @Nullable Integer value, String description) {
        return add(new EndpointOption<>(
                name, Integer.class, value, description, least, most == Integer.MAX_VALUE ? null : most));
    }

    /** A time that is not less than this. */
    public EndpointOption<Duration> atLeast(Duration least, String name, Duration value, String description) {
        return add(new EndpointOption<>(name, Duration.class, value, description, least, null));
    }

    @SuppressWarnings("unchecked") // it is the class of the value
    private static <T> Class<T> typeOf(T value) {
        return (Class<T>) (value instanceof Enum<?> each ? each.getDeclaringClass() : value.getClass());
    }

    /** All options, in the order in which they were added. */
    public List<EndpointOption<?>> list() {
        return Collections.unmodifiableList(options);
    }
}
