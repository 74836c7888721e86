package io.mehari.component.queue;

import io.mehari.Component;
import io.mehari.spi.EndpointOption;
import org.jspecify.annotations.Nullable;

/** What holds where a URI does not name an option: the option says it, or a component of queues, which may change it. */
public final class QueueOptionDefaults {

    private QueueOptionDefaults() {}

    public static @Nullable Object of(Component component, EndpointOption<?> option) {
        Object own = component instanceof QueueComponent queues ? queues.defaults.find(option) : null;
        return own != null ? own : option.defaultValue();
    }
}
