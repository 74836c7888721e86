package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.NoTypeConversionAvailableException;
import io.mehari.TypeConverter;
import io.mehari.builder.parts.Parts;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterators;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Conversions of sequences: iterables, iterators, streams, maps (as sequences of entries) and arrays. Any other value
 * is a sequence of one element. This includes text: unlike in Camel, it is not split at commas.
 */
final class SequenceConversions {
    /*
     * A list or set made here is new, mutable and in order. An array is made only from a sequence, not from a single
     * value, and its elements are converted one by one. A Path counts as a single value, although it is iterable.
     */
    private SequenceConversions() {}

    /** The conversion of any value to a sequence of this type; null if it is none. */
    static @Nullable Conversion<Object, ?> get(Class<?> to) {
        if (to == Iterator.class) {
            return (value, exchange) -> parts(value);
        } else if (to == Iterable.class || to == Collection.class || to == List.class) {
            return (value, exchange) -> list(value);
        } else if (to == Set.class) {
            return (value, exchange) -> new LinkedHashSet<>(list(value));
        } else if (to == Stream.class) {
            return (value, exchange) -> stream(value);
        }
        return null;
    }

    static boolean isSequence(Class<?> type) {
        return type.isArray()
                || (Iterable.class.isAssignableFrom(type) && !Path.class.isAssignableFrom(type))
                || Iterator.class.isAssignableFrom(type)
                || BaseStream.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type);
    }

    private static Parts parts(Object value) {
        return isSequence(value.getClass()) ? Parts.of(value) : Parts.of(List.of(value));
    }

    private static List<Object> list(Object value) {
        List<Object> list = new ArrayList<>();
        try (Parts parts = parts(value)) {
            parts.forEachRemaining(list::add);
        }
        return list;
    }

    private static Stream<?> stream(Object value) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(parts(value), 0), false);
    }

    // ---- arrays

    static Conversion<Object, Object> toArray(Class<?> component, TypeConverter elements) {
        return (value, exchange) -> array(component, list(value), elements, exchange);
    }

    private static Object array(
            Class<?> component, List<Object> values, TypeConverter elements, @Nullable Exchange exchange)
            throws NoTypeConversionAvailableException {
        Object array = Array.newInstance(component, values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            boolean leftNull = value == null && !component.isPrimitive();
            if (!leftNull) {
                Array.set(array, i, elements.mandatoryConvertTo(component, exchange, value));
            }
        }
        return array;
    }
}
