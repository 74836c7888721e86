package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.NoTypeConversionAvailableException;
import io.mehari.StreamCacheException;
import io.mehari.TypeConversionException;
import io.mehari.spi.TypeConverterRegistry;
import java.io.InputStream;
import java.io.Reader;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The conversions that users have added, and those that are built in. */
public final class DefaultTypeConverterRegistry implements TypeConverterRegistry {
    /*
     * None of the built-in conversions deserializes objects, loads a class by name or opens a URL. An object stands for
     * all conversions of one kind to one type.
     *
     * Search results (including NONE) are cached by the class of the value. A reader gets `found` before it searches,
     * and puts the result into that same table. A thread that adds a conversion first does so and then
     * replaces `found` with an empty table. So a table contains no result of a search that began before the table
     * existed, and no search that missed a change outlives it. The tables refer to classes strongly, but only from this
     * registry. MAX_FOUND limits the size of a table, in case messages bring ever new classes.
     */
    static final int MAX_FOUND = 4096;

    /** What a search has found if there is no conversion: gives null. */
    private static final Conversion<Object, Object> NONE = new ValueConversions(Void.class);

    private final Table added = new Table();
    private volatile Table found = new Table();
    private volatile @Nullable BiFunction<Class<?>, Class<?>, ? extends @Nullable Conversion<Object, ?>> fallback;

    // ---- added conversions

    @Override
    public <F, T> void addTypeConverter(
            Class<T> toType, Class<F> fromType, Conversion<? super F, ? extends T> conversion) {
        Objects.requireNonNull(conversion, "A conversion must not be null");
        added.put(boxed(toType), boxed(fromType), conversion);
        found = new Table();
    }

    @Override
    public void setFallback(
            @Nullable BiFunction<Class<?>, Class<?>, ? extends @Nullable Conversion<Object, ?>> fallback) {
        this.fallback = fallback;
        found = new Table();
    }

    // ---- converting

    @Override
    public <T> @Nullable T convertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        Class<T> boxed = boxed(type);
        if (boxed.isInstance(value) && boxed != InputStream.class && boxed != Reader.class) {
            return boxed.cast(value);
        }
        Conversion<Object, ?> conversion = find(boxed, value.getClass());
        try {
            return boxed.cast(conversion.convert(value, exchange));
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new TypeConversionException(value, type, e);
        }
    }

    @Override
    public <T> T mandatoryConvertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value)
            throws NoTypeConversionAvailableException {
        T converted = convertTo(type, exchange, value);
        if (converted != null) {
            return converted;
        }
        if (value == null || find(boxed(type), value.getClass()) == NONE) {
            throw new NoTypeConversionAvailableException(value, type);
        }
        throw new TypeConversionException(value, type, new NullPointerException("the conversion returned null"));
    }

    @Override
    public <T> @Nullable T tryConvertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value) {
        try {
            return convertTo(type, exchange, value);
        } catch (TypeConversionException e) {
            if (e.getCause() instanceof StreamCacheException) {
                throw e; // there is a value
            }
            return null;
        }
    }

    // ---- finding

    @SuppressWarnings("unchecked") // a conversion is registered under the type it takes, and found by a subtype of it
    private Conversion<Object, ?> find(Class<?> to, Class<?> from) {
        Table known = found;
        Conversion<?, ?> conversion = known.get(to, from);
        if (conversion == null) {
            boolean reread = isStream(from) && !hasOwn(to, from);
            conversion = reread ? rereading(to, from) : search(to, from);
            known.put(to, from, conversion);
            if (known.puts.get() >= MAX_FOUND) {
                found = new Table();
            }
        }
        return (Conversion<Object, ?>) conversion;
    }

    int remembered() {
        return found.puts.get();
    }

    /** Whether a conversion was added for this very kind of stream, such as one that can begin again by itself. */
    private boolean hasOwn(Class<?> to, Class<?> from) {
        return lineage(from).stream()
                .anyMatch(type -> type != InputStream.class && type != Reader.class && added.get(to, type) != null);
    }

    /** Reads a stream that is the body so that it can be read again. */
    @SuppressWarnings("unchecked") // as above
    private Conversion<?, ?> rereading(Class<?> to, Class<?> from) {
        Conversion<Object, ?> match =
                to.isAssignableFrom(from) ? (stream, exchange) -> stream : (Conversion<Object, ?>) search(to, from);
        return match == NONE
                ? match
                : (value, exchange) -> match.convert(
                        exchange == null
                                ? value
                                : exchange.getExchangeExtension().reread(value),
                        exchange);
    }

    private Conversion<?, ?> search(Class<?> to, Class<?> from) {
        Conversion<?, ?> match = nearest(to, from);
        BiFunction<Class<?>, Class<?>, ? extends @Nullable Conversion<Object, ?>> other = fallback;
        if (match == null && other != null) {
            match = other.apply(to, from);
        }
        if (match == null) {
            match = general(to, from);
        }
        if (match == null && to != String.class && hasText(from)) {
            match = throughText(find(to, String.class));
        }
        return match == null ? NONE : match;
    }

    private @Nullable Conversion<?, ?> nearest(Class<?> to, Class<?> from) {
        Conversion<?, ?> match = null;
        Class<?> source = Object.class;
        for (Class<?> type : lineage(from)) {
            Conversion<?, ?> users = added.get(to, type);
            Conversion<?, ?> registered = users != null ? users : builtIn(to, type);
            if (registered != null && source.isAssignableFrom(type)) {
                match = registered;
                source = type;
            }
        }
        return match == null ? added.get(to, Object.class) : match;
    }

    /** The built-in conversion from exactly this type to exactly that type; null if there is none. */
    private static @Nullable Conversion<?, ?> builtIn(Class<?> to, Class<?> from) {
        return ValueConversions.isKnown(to, from) ? new ValueConversions(to) : ContentConversions.get(to, from);
    }

    /** A conversion for which the class of the value matters little: to text, a sequence, an array, or any enum. */
    private @Nullable Conversion<?, ?> general(Class<?> to, Class<?> from) {
        return to == String.class || (to.isEnum() && CharSequence.class.isAssignableFrom(from))
                ? new ValueConversions(to)
                : SequenceConversions.get(to, from, this);
    }

    /** Whether a value of this class is converted to text by what it contains. */
    private static boolean hasText(Class<?> type) {
        return type == byte[].class
                || type == char[].class
                || isStream(type)
                || ByteBuffer.class.isAssignableFrom(type);
    }

    /** Whether a value of this class can be read once. */
    private static boolean isStream(Class<?> type) {
        return InputStream.class.isAssignableFrom(type) || Reader.class.isAssignableFrom(type);
    }

    /** The wrapper class of a primitive type; other types as they are. */
    @SuppressWarnings("unchecked") // int.class and Integer.class are both Class<Integer>
    private static <T> Class<T> boxed(Class<T> type) {
        if (!type.isPrimitive()) {
            return type;
        }
        return (Class<T>)
                switch (type.getName()) {
                    case "int" -> Integer.class;
                    case "long" -> Long.class;
                    case "boolean" -> Boolean.class;
                    case "double" -> Double.class;
                    default -> MethodType.methodType(type).wrap().returnType();
                };
    }

    /** What comes from a network or a file is bytes: a number in it is what the text of the bytes says. */
    private Conversion<Object, Object> throughText(Conversion<Object, ?> ofText) {
        return ofText == NONE
                ? NONE
                : (value, exchange) ->
                        ofText.convert(Objects.requireNonNull(convertTo(String.class, exchange, value)), exchange);
    }

    /** The class, its interfaces, its superclass, that one's interfaces, and so on; without Object. */
    private static Set<Class<?>> lineage(Class<?> from) {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Class<?> type = from; type != null && type != Object.class; type = type.getSuperclass()) {
            types.add(type);
            addInterfaces(types, List.of(type.getInterfaces()));
        }
        return types;
    }

    /** Adds all interfaces of a level before those that they extend. */
    private static void addInterfaces(Set<Class<?>> types, List<Class<?>> level) {
        types.addAll(level);
        for (Class<?> type : level) {
            addInterfaces(types, List.of(type.getInterfaces()));
        }
    }

    /** Conversions by target type, then by source type. */
    private static final class Table {
        private final ConcurrentHashMap<Class<?>, Map<Class<?>, Conversion<?, ?>>> byTarget = new ConcurrentHashMap<>();
        /** At least the number of conversions. */
        private final AtomicInteger puts = new AtomicInteger();

        void put(Class<?> to, Class<?> from, Conversion<?, ?> conversion) {
            byTarget.putIfAbsent(to, new ConcurrentHashMap<>());
            Objects.requireNonNull(byTarget.get(to)).put(from, conversion);
            puts.incrementAndGet();
        }

        @Nullable
        Conversion<?, ?> get(Class<?> to, Class<?> from) {
            Map<Class<?>, Conversion<?, ?>> bySource = byTarget.get(to);
            return bySource == null ? null : bySource.get(from);
        }
    }
}
