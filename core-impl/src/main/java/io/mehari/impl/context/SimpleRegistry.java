package io.mehari.impl.context;

import io.mehari.spi.Registry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A registry in memory. It looks up other names in another source, if one was set. */
public final class SimpleRegistry implements Registry {

    private final Map<String, Object> objects = new ConcurrentHashMap<>();
    private final ContextServices services;

    /** Creates a registry that asks for names that are not bound. */
    SimpleRegistry(ContextServices services) {
        this.services = services;
    }

    @Override
    public void bind(String name, Object value) {
        AbstractRoutingContext.notNull("bind", "name", name, "its name");
        AbstractRoutingContext.notNull("bind", "value", value, "an object, or call unbind(name)");
        objects.put(name, value);
    }

    @Override
    public @Nullable Object lookupByName(String name) {
        AbstractRoutingContext.notNull("lookupByName", "name", name, "its name");
        Object bound = objects.get(name);
        Function<String, ? extends @Nullable Object> others = bound != null ? null : services.objects;
        return others == null ? bound : others.apply(name);
    }

    @Override
    public <T> @Nullable T lookupByNameAndType(String name, Class<T> type) {
        AbstractRoutingContext.notNull("lookupByNameAndType", "name", name, "its name");
        AbstractRoutingContext.notNull("lookupByNameAndType", "type", type, "its class");
        Object value = lookupByName(name);
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException("The registry holds a "
                    + value.getClass().getTypeName() + " under the name " + name + ", not a " + type.getTypeName());
        }
        return type.cast(value);
    }

    @Override
    public @Nullable Object unbind(String name) {
        AbstractRoutingContext.notNull("unbind", "name", name, "its name");
        return objects.remove(name);
    }
}
