package io.mehari.impl;

import io.mehari.spi.Registry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Objects by name, in a map. */
final class SimpleRegistry implements Registry {

    private final Map<String, Object> objects = new ConcurrentHashMap<>();

    @Override
    public void bind(String name, Object value) {
        objects.put(name, value);
    }

    @Override
    public @Nullable Object lookupByName(String name) {
        return objects.get(name);
    }

    @Override
    public <T> @Nullable T lookupByNameAndType(String name, Class<T> type) {
        Object value = objects.get(name);
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException("The registry holds a "
                    + value.getClass().getTypeName() + " under the name " + name + ", not a " + type.getTypeName());
        }
        return type.cast(value);
    }

    @Override
    public @Nullable Object unbind(String name) {
        return objects.remove(name);
    }
}
