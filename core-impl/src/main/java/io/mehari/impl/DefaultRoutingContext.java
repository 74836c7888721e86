package io.mehari.impl;

import io.mehari.impl.context.AbstractRoutingContext;

/**
 * The context of an application: create one, change the settings that should differ from the defaults, add routes and
 * start it.
 */
public final class DefaultRoutingContext extends AbstractRoutingContext {
    /** Makes a context with a unique name: mehari-1, mehari-2 and so on. */
    public DefaultRoutingContext() {
        super();
    }

    /** Makes a context with this name. */
    public DefaultRoutingContext(String name) {
        super(name);
    }
}
