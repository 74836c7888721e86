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
    private static final System.Logger LOG = System.getLogger(Parts.class.getName());

    private final @Nullable Iterator<?> iterator;
    private final @Nullable Object array;
    private final int size;
    private final @Nullable AutoCloseable source;
    private int index;

    private Parts(@Nullable Iterator<?> iterator, @Nullable Object array, int size) {
        this(iterator, array, size, null);
    }

    private Parts(@Nullable Iterator<?> iterator, @Nullable Object array, int size, @Nullable AutoCloseable source) {
        this.iterator = iterator;
        this.array = array;
        this.size = size;
        this.source = source;
    }

    /** @param delimiter between what texts are split; null when they are not */
    static Parts of(@Nullable Object value, @Nullable String delimiter) {
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
            return new Parts(iterable.iterator(), null, -1, closeable(value));
        }
        if (value instanceof Iterator<?> iterator) {
            return new Parts(iterator, null, -1, closeable(value));
        }
        if (value instanceof BaseStream<?, ?> stream) {
            return new Parts(stream.iterator(), null, -1, stream);
        }
        if (value instanceof CharSequence text && delimiter != null) {
            return new Parts(new TextParts(text.toString(), delimiter), null, -1);
        }
        return new Parts(List.of(value).iterator(), null, 1);
    }

    private static @Nullable AutoCloseable closeable(Object value) {
        return value instanceof AutoCloseable closeable ? closeable : null;
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

    /** Closes a stream, and an iterator that can be closed. */
    void close() {
        if (source == null) {
            return;
        }
        try {
            source.close();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.WARNING, "What was split could not be closed: " + source.getClass(), e);
        }
    }
}
