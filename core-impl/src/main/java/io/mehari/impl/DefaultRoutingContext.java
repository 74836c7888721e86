package io.mehari.impl;

import io.mehari.impl.context.AbstractRoutingContext;
import io.mehari.spi.Registry;
import java.util.Objects;

/**
 * The context of an application: create one, change the settings that should differ from the defaults, add routes and
 * start it.
 */
public final class DefaultRoutingContext extends AbstractRoutingContext {
    /** Creates a context with a unique name: mehari-1, mehari-2 and so on. */
    public DefaultRoutingContext() {
        super(null, null);
    }

    /** Creates a context with this name. */
    public DefaultRoutingContext(String name) {
        super(name, null);
    }

    /** Creates a context that looks for named objects in this registry. */
    public DefaultRoutingContext(Registry registry) {
        super(null, given(registry));
    }

    private static Registry given(Registry registry) {
        Objects.requireNonNull(
                registry, "new DefaultRoutingContext(registry): registry is null; leave it out for one in memory");
        return registry;
    }
}
