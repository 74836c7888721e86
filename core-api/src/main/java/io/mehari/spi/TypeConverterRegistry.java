package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.TypeConverter;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Conversions by target type and source type. For a value, the conversion with the nearest source type is used: its own
 * class, then a type that the class extends or implements, a subtype before its supertypes, {@code Object} last. If two
 * conversions have the same types, an added one is used before a built-in one. A value that already has the target type
 * is never converted. The {@linkplain #setFallback fallback} is asked after all of these, except for built-in
 * conversions of any {@code Object}, such as its {@code toString}.
 */
public interface TypeConverterRegistry extends TypeConverter {
    /**
     * One conversion; it must be thread-safe. An exception becomes a {@link io.mehari.TypeConversionException}. Null
     * means that there is no value of the target type; no other conversion is tried.
     */
    @FunctionalInterface
    interface Conversion<F, T> {
        @Nullable
        T convert(F value, @Nullable Exchange exchange) throws Exception;
    }

    /** Adds a conversion from a type and its subtypes. It replaces one that was added before for the same two types. */
    <F, T> void addTypeConverter(Class<T> toType, Class<F> fromType, Conversion<? super F, ? extends T> conversion);

    /**
     * Where conversions are looked for that are not known here, such as in another library. It replaces an earlier one;
     * null removes it.
     *
     * @param fallback gives the conversion to the first type from values of the second class, or null; it must be
     *     thread-safe, and its answer is kept
     */
    void setFallback(@Nullable BiFunction<Class<?>, Class<?>, ? extends @Nullable Conversion<Object, ?>> fallback);
}
