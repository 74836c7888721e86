package io.mehari.builder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a body, for {@code ${skip(n)}} and {@code ${collate(n)}}. A text is split between commas; any other
 * body that has no elements is one element.
 */
final class Elements {
    private Elements() {}

    static Iterator<?> skip(@Nullable Object body, int count) {
        Iterator<?> elements = of(body);
        for (int i = 0; i < count && elements.hasNext(); i++) {
            elements.next();
        }
        return elements;
    }

    /** Lists of this many elements; the last one may have fewer. */
    static Iterator<List<Object>> collate(@Nullable Object body, int count) {
        Iterator<?> elements = of(body);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return elements.hasNext();
            }

            @Override
            public List<Object> next() {
                List<Object> list = new ArrayList<>();
                do {
                    list.add(elements.next());
                } while (list.size() < count && elements.hasNext());
                return list;
            }
        };
    }

    private static Iterator<?> of(@Nullable Object body) {
        if (body == null) {
            return Collections.emptyIterator();
        }
        if (body instanceof Iterator<?> iterator) {
            return iterator;
        }
        if (body instanceof Iterable<?> iterable) {
            return iterable.iterator();
        }
        if (body instanceof Map<?, ?> map) {
            return map.entrySet().iterator();
        }
        if (body instanceof BaseStream<?, ?> stream) {
            return stream.iterator();
        }
        if (body instanceof CharSequence text) {
            return Tokens.of(text, ",", 1, false);
        }
        if (body instanceof Object[] array) {
            return Arrays.asList(array).iterator();
        }
        return List.of(body).iterator();
    }
}
