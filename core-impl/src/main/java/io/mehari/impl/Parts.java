package io.mehari.impl;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** What a value splits into: the elements of what has elements, and else the value itself. */
final class Parts implements Iterator<@Nullable Object> {
    private final @Nullable Iterator<?> iterator;
    private final @Nullable Object array;
    private final int size;
    private int index;

    private Parts(@Nullable Iterator<?> iterator, @Nullable Object array, int size) {
        this.iterator = iterator;
        this.array = array;
        this.size = size;
    }

    static Parts of(@Nullable Object value) {
        if (value == null) {
            return new Parts(null, null, 0);
        }
        if (value.getClass().isArray()) {
            return new Parts(null, value, Array.getLength(value));
        }
        if (value instanceof Collection<?> collection) {
            return new Parts(collection.iterator(), null, collection.size());
        }
        if (value instanceof Map<?, ?> map) {
            return new Parts(map.entrySet().iterator(), null, map.size());
        }
        if (value instanceof Iterable<?> iterable) {
            return new Parts(iterable.iterator(), null, -1);
        }
        if (value instanceof Iterator<?> iterator) {
            return new Parts(iterator, null, -1);
        }
        if (value instanceof BaseStream<?, ?> stream) {
            return new Parts(stream.iterator(), null, -1);
        }
        return new Parts(List.of(value).iterator(), null, 1);
    }

    /** How many there are, -1 when that is not known before the last. */
    int size() {
        return size;
    }

    @Override
    public boolean hasNext() {
        return iterator != null ? iterator.hasNext() : index < size;
    }

    @Override
    public @Nullable Object next() {
        if (iterator != null) {
            return iterator.next();
        }
        if (array instanceof Object[] objects) {
            return objects[index++];
        }
        return Array.get(java.util.Objects.requireNonNull(array), index++);
    }
}
