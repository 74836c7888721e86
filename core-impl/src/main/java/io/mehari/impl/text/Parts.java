package io.mehari.impl.text;

import io.mehari.spi.internal.Log;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a value: its elements, the entries of a map, or the pieces of a text between commas; any other value is
 * one part, and null has none.
 */
public class Parts implements Iterator<@Nullable Object>, AutoCloseable {
    private static final int UNKNOWN = -1;
    /** For a text, whose pieces are counted when somebody asks. */
    private static final int NOT_COUNTED = -2;

    private final Iterator<?> iterator;
    private int size;
    private final @Nullable AutoCloseable source;

    private Parts(Iterator<?> iterator, int size, @Nullable AutoCloseable source) {
        this.iterator = iterator;
        this.size = size;
        this.source = source;
    }

    public static Parts of(@Nullable Object value) {
        AutoCloseable source = value instanceof AutoCloseable closeable ? closeable : null;
        if (value instanceof Collection<?> collection) {
            return new Parts(collection.iterator(), collection.size(), null);
        } else if (value instanceof Map<?, ?> map) {
            return new Parts(map.entrySet().iterator(), map.size(), null);
        } else if (value instanceof Iterable<?> iterable) {
            return new Parts(iterable.iterator(), UNKNOWN, source);
        } else if (value instanceof Iterator<?> iterator) {
            return new Parts(iterator, iterator instanceof Pieces ? NOT_COUNTED : UNKNOWN, source);
        } else if (value instanceof BaseStream<?, ?> stream) {
            return new Parts(stream.iterator(), UNKNOWN, source);
        } else if (value instanceof CharSequence text) {
            return new Parts(Pieces.betweenCommas(text.toString()), NOT_COUNTED, null);
        } else if (value != null && value.getClass().isArray()) {
            return new Elements(value);
        }
        return value == null
                ? new Parts(Collections.emptyIterator(), 0, null)
                : new Parts(List.of(value).iterator(), 1, null);
    }

    /** The elements of an array: this object is its own iterator. */
    private static final class Elements extends Parts {
        private final Object array;
        private int at;

        Elements(Object array) {
            super(Collections.emptyIterator(), Array.getLength(array), null);
            this.array = array;
        }

        @Override
        public boolean hasNext() {
            return at < size();
        }

        @Override
        public @Nullable Object next() {
            if (!hasNext()) {
                throw new NoSuchElementException("There is no element " + at);
            }
            return array instanceof Object[] objects ? objects[at++] : Array.get(array, at++);
        }
    }

    /** The same parts in lists of this many; the last list may have fewer. */
    public final Parts inGroupsOf(int parts) {
        Iterator<List<@Nullable Object>> groups = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return Parts.this.hasNext();
            }

            @Override
            public List<@Nullable Object> next() {
                List<@Nullable Object> group = new ArrayList<>();
                do {
                    group.add(Parts.this.next());
                } while (group.size() < parts && hasNext());
                return group;
            }
        };
        int known = size();
        return new Parts(groups, known <= 0 ? known : (known - 1) / parts + 1, source);
    }

    /** The number of all parts; -1 if it is not known in advance. The pieces of a text are counted by this call. */
    public final int size() {
        if (size == NOT_COUNTED) {
            size = ((Pieces) iterator).size();
        }
        return size;
    }

    @Override
    public boolean hasNext() {
        return iterator.hasNext();
    }

    @Override
    public @Nullable Object next() {
        return iterator.next();
    }

    /** Closes the value if it is a stream or an iterator that can be closed. */
    @Override
    public final void close() {
        if (source == null) {
            return;
        }
        try {
            source.close();
        } catch (Throwable e) { // law S1: it is the user's, and all parts are done
            Log.warn(Parts.class, "The value that was split could not be closed: " + source.getClass(), e);
        }
    }
}
