package io.mehari.impl.pattern;

import io.mehari.impl.base.TextParts;
import io.mehari.spi.Log;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** The parts of a value: its elements if it has any, otherwise the value itself. */
final class SplitSource implements Iterator<@Nullable Object> {
    /** The size of a text whose pieces are counted when somebody asks. */
    private static final int NOT_COUNTED = -2;

    private final @Nullable Iterator<?> iterator;
    private final @Nullable Object array;
    private int size;
    private final @Nullable AutoCloseable source;
    private int index;

    private SplitSource(@Nullable Iterator<?> iterator, @Nullable Object array, int size) {
        this(iterator, array, size, null);
    }

    private SplitSource(
            @Nullable Iterator<?> iterator, @Nullable Object array, int size, @Nullable AutoCloseable source) {
        this.iterator = iterator;
        this.array = array;
        this.size = size;
        this.source = source;
    }

    /**
     * @param delimiter where texts are split; null if they are not; {@code single} if nothing is
     */
    static SplitSource of(@Nullable Object value, @Nullable String delimiter) {
        if (value == null) {
            return new SplitSource(null, null, 0);
        }
        if ("single".equals(delimiter)) {
            return new SplitSource(List.of(value).iterator(), null, 1);
        }
        if (value.getClass().isArray()) {
            return new SplitSource(null, value, Array.getLength(value));
        }
        if (value instanceof Collection<?> collection) {
            return new SplitSource(collection.iterator(), null, collection.size());
        }
        if (value instanceof Map<?, ?> map) {
            return new SplitSource(map.entrySet().iterator(), null, map.size());
        }
        if (value instanceof Iterable<?> iterable) {
            return new SplitSource(iterable.iterator(), null, -1, closeable(value));
        }
        if (value instanceof Iterator<?> iterator) {
            return new SplitSource(iterator, null, -1, closeable(value));
        }
        if (value instanceof BaseStream<?, ?> stream) {
            return new SplitSource(stream.iterator(), null, -1, stream);
        }
        if (value instanceof CharSequence text && delimiter != null) {
            return new SplitSource(new TextParts(text.toString(), delimiter), null, NOT_COUNTED);
        }
        return new SplitSource(List.of(value).iterator(), null, 1);
    }

    /** The same elements in lists of this many; the last list may have fewer. */
    SplitSource inGroupsOf(int elements) {
        Iterator<List<@Nullable Object>> groups = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return SplitSource.this.hasNext();
            }

            @Override
            public List<@Nullable Object> next() {
                List<@Nullable Object> group = new ArrayList<>();
                while (group.size() < elements && hasNext()) {
                    group.add(SplitSource.this.next());
                }
                return group;
            }
        };
        int known = size();
        return new SplitSource(groups, null, known < 0 ? -1 : (known - 1) / elements + (known == 0 ? 0 : 1), source);
    }

    private static @Nullable AutoCloseable closeable(Object value) {
        return value instanceof AutoCloseable closeable ? closeable : null;
    }

    /** The number of parts; -1 if it is not known in advance. */
    int size() {
        if (size == NOT_COUNTED && iterator instanceof TextParts pieces) {
            size = pieces.count();
        }
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

    /** Closes the value if it is a stream or an iterator that can be closed. */
    void close() {
        if (source == null) {
            return;
        }
        try {
            source.close();
        } catch (Exception e) {
            Log.warn(SplitSource.class, "The value that was split could not be closed: " + source.getClass(), e);
        }
    }
}
