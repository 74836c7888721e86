package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.TypeConverter;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import io.mehari.spi.internal.AsciiCase;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Date;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The built-in conversions. None of them deserializes objects, loads a class by name or opens a URL. */
final class BuiltInConversions {
    /*
     * get() says from which types to which a conversion is known. An object stands for all conversions of one kind to
     * one type, and converts by a switch over the name of that type, as there is no switch over classes: only the JDK
     * can define a class in java.*. Text is any CharSequence. It is trimmed, unless it is converted to text, a
     * character or a path.
     */
    /** What a search has found if there is no conversion: gives null. */
    static final Conversion<Object, Object> NONE = new Scalar(Void.class);

    private static final Set<Class<?>> OF_TEXT =
            Set.of(Boolean.class, Character.class, URI.class, Path.class, File.class);

    private BuiltInConversions() {}

    /** The conversion from exactly this type to exactly that type; null if there is none. */
    static @Nullable Conversion<?, ?> get(Class<?> to, Class<?> from) {
        Conversion<?, ?> found = NumberConversions.get(to, from);
        if (found == null) {
            found = ContentConversions.get(to, from);
        }
        if (found == null) {
            found = TimeConversions.get(to, from);
        }
        return found == null && isScalar(to, from) ? new Scalar(to) : found;
    }

    private static boolean isScalar(Class<?> to, Class<?> from) {
        if (to == String.class) {
            return from == Object.class || from == Enum.class || from == Date.class;
        }
        return from == CharSequence.class ? OF_TEXT.contains(to) : to == Boolean.class && from == Number.class;
    }

    /** A conversion for which the class of the value matters little: to text, a sequence, an array, or any enum. */
    static @Nullable Conversion<?, ?> general(Class<?> to, Class<?> from, TypeConverter elements) {
        Conversion<?, ?> found = get(to, Object.class);
        if (found == null) {
            found = SequenceConversions.get(to, from, elements);
        }
        return found == null && to.isEnum() && CharSequence.class.isAssignableFrom(from) ? new Scalar(to) : found;
    }

    /** Whether a value of this class is converted to text by what it contains. */
    static boolean hasText(Class<?> type) {
        return type == byte[].class
                || type == char[].class
                || isStream(type)
                || ByteBuffer.class.isAssignableFrom(type);
    }

    /** Whether a value of this class can be read once. */
    static boolean isStream(Class<?> type) {
        return InputStream.class.isAssignableFrom(type) || Reader.class.isAssignableFrom(type);
    }

    /** The wrapper class of a primitive type; other types as they are. */
    @SuppressWarnings("unchecked") // int.class and Integer.class are both Class<Integer>
    static <T> Class<T> boxed(Class<T> type) {
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

    /** A conversion to text, or to a single value that is neither a number nor a time. */
    private record Scalar(Class<?> to) implements Conversion<Object, Object> {
        @Override
        public @Nullable Object convert(Object value, @Nullable Exchange exchange) {
            return switch (to.getName()) {
                case "java.lang.String" -> text(value);
                case "java.lang.Boolean" ->
                    value instanceof CharSequence text
                            ? truth(text.toString().trim())
                            : ((Number) value).doubleValue() != 0;
                case "java.lang.Character" -> onlyCharacter(value.toString());
                case "java.net.URI" -> URI.create(value.toString().trim());
                case "java.nio.file.Path" -> Path.of(value.toString());
                case "java.io.File" -> new File(value.toString());
                default -> to.isEnum() ? constant(to, value.toString().trim()) : null;
            };
        }
    }

    private static String text(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        } else if (value instanceof Date date) {
            return TimeConversions.text(date);
        } else if (!value.getClass().isArray()) {
            return value.toString();
        }
        String inBrackets = Arrays.deepToString(new Object[] {value});
        return inBrackets.substring(1, inBrackets.length() - 1);
    }

    private static char onlyCharacter(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one character but " + text.length());
        }
        return text.charAt(0);
    }

    private static boolean truth(String text) {
        boolean yes = AsciiCase.equal(text, "true");
        if (!yes && !AsciiCase.equal(text, "false")) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return yes;
    }

    private static Object constant(Class<?> type, String name) {
        Enum<?> otherCase = null;
        Object[] constants = type.getEnumConstants();
        String[] names = new String[constants.length];
        for (int i = 0; i < names.length; i++) {
            Enum<?> constant = (Enum<?>) constants[i];
            names[i] = constant.name();
            if (names[i].equals(name)) {
                return constant;
            }
            otherCase = otherCase == null && AsciiCase.equal(names[i], name) ? constant : otherCase;
        }
        if (otherCase == null) {
            throw new IllegalArgumentException("not one of " + String.join(", ", names));
        }
        return otherCase;
    }
}
