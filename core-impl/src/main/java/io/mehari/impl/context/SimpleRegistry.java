package io.mehari.impl.context;

import io.mehari.spi.Registry;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A registry in memory. It looks up other names in another source, if one was set. */
final class SimpleRegistry implements Registry {

    private final Map<String, Object> objects = new ConcurrentHashMap<>();
    private final ContextServices services;

    /** Creates a registry that asks the source of these services for names that are not bound. */
    SimpleRegistry(ContextServices services) {
        this.services = services;
    }

    @Override
    public void bind(String name, Object value) {
        Objects.requireNonNull(name, "bind(name): name is null; give its name");
        Objects.requireNonNull(value, "bind(value): value is null; give an object, or call unbind(name)");
        objects.put(name, value);
    }

    /** What was bound here, without the objects of another source. */
    Collection<Object> bound() {
        return objects.values();
    }

    @Override
    public @Nullable Object lookupByName(String name) {
        Objects.requireNonNull(name, "lookupByName(name): name is null; give its name");
        Object bound = objects.get(name);
        return bound != null ? bound : services.objectOfSource(name);
    }

    @Override
    public <T> @Nullable T lookupByNameAndType(String name, Class<T> type) {
        Objects.requireNonNull(name, "lookupByNameAndType(name): name is null; give its name");
        Objects.requireNonNull(type, "lookupByNameAndType(type): type is null; give its class");
        Object value = lookupByName(name);
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException("The registry holds a "
                    + value.getClass().getTypeName() + " under the name " + name + ", not a " + type.getTypeName());
        }
        return type.cast(value);
    }

    @Override
    public @Nullable Object unbind(String name) {
        Objects.requireNonNull(name, "unbind(name): name is null; give its name");
        return objects.remove(name);
    }
}
