package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.NoTypeConversionAvailableException;
import io.mehari.TypeConverter;
import io.mehari.impl.text.Parts;
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
 * The conversions of sequences to one type of sequence: iterables, iterators, streams, maps (as sequences of entries)
 * and arrays. Any other value is a sequence of one element. This includes text: unlike in Camel, it is not split at
 * commas.
 */
record SequenceConversions(Class<?> to, TypeConverter elements) implements Conversion<Object, Object> {
    /*
     * A list or set made here is new, mutable and in order. An array is made only from a sequence, not from a single
     * value, and its elements are converted one by one. A Path counts as a single value, although it is iterable.
     */
    private static final Set<Class<?>> TYPES =
            Set.of(Iterator.class, Iterable.class, Collection.class, List.class, Set.class, Stream.class);

    static @Nullable SequenceConversions get(Class<?> to, Class<?> from, TypeConverter elements) {
        boolean known = to.isArray()
                ? isSequence(from)
                        && !(Map.class.isAssignableFrom(from)
                                && to.componentType().isPrimitive())
                : TYPES.contains(to);
        return known ? new SequenceConversions(to, elements) : null;
    }

    @Override
    public Object convert(Object value, @Nullable Exchange exchange) throws NoTypeConversionAvailableException {
        return switch (to.getName()) {
            case "java.util.Iterator" -> parts(value);
            case "java.util.stream.Stream" ->
                StreamSupport.stream(Spliterators.spliteratorUnknownSize(parts(value), 0), false);
            case "java.util.Set" -> new LinkedHashSet<>(list(value));
            default -> to.isArray() ? array(list(value), exchange) : list(value);
        };
    }

    private static boolean isSequence(Class<?> type) {
        return type.isArray()
                || (Iterable.class.isAssignableFrom(type) && !Path.class.isAssignableFrom(type))
                || Iterator.class.isAssignableFrom(type)
                || BaseStream.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type);
    }

    private static Parts parts(Object value) {
        return isSequence(value.getClass()) ? Parts.of(value) : Parts.of(List.of(value));
    }

    private static List<@Nullable Object> list(Object value) {
        List<@Nullable Object> list = new ArrayList<>();
        try (Parts parts = parts(value)) {
            parts.forEachRemaining(list::add);
        }
        return list;
    }

    private Object array(List<@Nullable Object> values, @Nullable Exchange exchange)
            throws NoTypeConversionAvailableException {
        Class<?> component = to.getComponentType();
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
