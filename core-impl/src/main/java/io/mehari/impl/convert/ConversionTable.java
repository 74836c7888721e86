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

    void put(Class<?> to, Class<?> from, Conversion<?, ?> conversion) {
        ConcurrentHashMap<Class<?>, Conversion<?, ?>> bySource = byTarget.get(to);
        if (bySource == null) {
            ConcurrentHashMap<Class<?>, Conversion<?, ?>> made = new ConcurrentHashMap<>();
            bySource = byTarget.putIfAbsent(to, made);
            bySource = bySource == null ? made : bySource;
        }
        bySource.put(from, conversion);
        puts.incrementAndGet();
    }

    @Nullable
    Conversion<?, ?> get(Class<?> to, Class<?> from) {
        ConcurrentHashMap<Class<?>, Conversion<?, ?>> bySource = byTarget.get(to);
        return bySource == null ? null : bySource.get(from);
    }

    /** The number of put() calls, which is at least the number of conversions. */
    int puts() {
        return puts.get();
    }
}
