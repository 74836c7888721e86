package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.TypeConverter;
import org.jspecify.annotations.Nullable;

/**
 * Conversions by target and source type. The one with the nearest source type serves a value: its own class, then a
 * type that the class extends or implements, a subtype before its supertypes, {@code Object} last. Of two with the same
 * source type, the one that was added goes before the one that is built in. A value that is of the target type already
 * is never converted.
 */
public interface TypeConverterRegistry extends TypeConverter {
    /**
     * One conversion, for any thread. What it throws becomes a {@link io.mehari.TypeConversionException}; null says that
     * there is no such value, and no other conversion is tried.
     */
    @FunctionalInterface
    interface Conversion<F, T> {
        @Nullable
        T convert(F value, @Nullable Exchange exchange) throws Exception;
    }

    /** Adds a conversion from a type and its subtypes; it replaces one that was added before for the same two types. */
    <F, T> void addTypeConverter(Class<T> toType, Class<F> fromType, Conversion<? super F, ? extends T> conversion);

    /** Removes one that was added. */
    boolean removeTypeConverter(Class<?> toType, Class<?> fromType);
}
