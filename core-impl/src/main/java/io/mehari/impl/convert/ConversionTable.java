package io.mehari.impl.convert;

import io.mehari.spi.TypeConverterRegistry.Conversion;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Conversions by target type, then by source type. */
final class ConversionTable {

    private final ConcurrentHashMap<Class<?>, ConcurrentHashMap<Class<?>, Conversion<?, ?>>> byTarget =
            new ConcurrentHashMap<>();
    private final AtomicInteger puts = new AtomicInteger();

    /** Adds a conversion with types checked by the compiler. */
    <F, T> void add(Class<T> to, Class<F> from, Conversion<? super F, ? extends T> conversion) {
        put(to, from, conversion);
    }

    void put(Class<?> to, Class<?> from, Conversion<?, ?> conversion) {
        byTarget.computeIfAbsent(to, any -> new ConcurrentHashMap<>()).put(from, conversion);
        puts.incrementAndGet();
    }

    @Nullable
    Conversion<?, ?> get(Class<?> to, Class<?> from) {
        ConcurrentHashMap<Class<?>, Conversion<?, ?>> bySource = byTarget.get(to);
        return bySource == null ? null : bySource.get(from);
    }

    boolean remove(Class<?> to, Class<?> from) {
        ConcurrentHashMap<Class<?>, Conversion<?, ?>> bySource = byTarget.get(to);
        return bySource != null && bySource.remove(from) != null;
    }

    /** The number of put() calls, which is at least the number of conversions. */
    int puts() {
        return puts.get();
    }
}
