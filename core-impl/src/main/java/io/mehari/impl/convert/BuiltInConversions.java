package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.TypeConverter;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import io.mehari.spi.internal.AsciiCase;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The built-in conversions. None of them deserializes objects, loads a class by name or opens a URL. */
final class BuiltInConversions {
    /*
     * Each conversion is a lambda that is made when it is first looked for: most programs need two or three of a
     * hundred, and each lambda takes a class. Text is any CharSequence. It is trimmed, unless it is converted to text,
     * a character or a path.
     */
    /** What a search has found if there is no conversion. */
    static final Conversion<Object, Object> NONE = new Conversion<>() {
        @Override
        public @Nullable Object convert(Object value, @Nullable Exchange exchange) {
            return null;
        }
    };

    private BuiltInConversions() {}

    /** The conversion from exactly this type to exactly that type; null if there is none. */
    static @Nullable Conversion<?, ?> get(Class<?> to, Class<?> from) {
        Conversion<?, ?> found =
                Number.class.isAssignableFrom(to) ? NumberConversions.get(to, from) : nameOrPath(to, from);
        if (found == null && isContent(to)) {
            found = ContentConversions.get(to, from);
        }
        if (found == null) {
            found = TimeConversions.get(to, from);
        }
        return found == null && from == Object.class ? SequenceConversions.get(to) : found;
    }

    private static boolean isContent(Class<?> type) {
        return type == String.class
                || type == byte[].class
                || type == char[].class
                || type == InputStream.class
                || type == ByteBuffer.class
                || type == Reader.class;
    }

    /** Whether a value of this class is converted to text by what it contains. */
    static boolean hasText(Class<?> type) {
        return type == byte[].class
                || type == char[].class
                || InputStream.class.isAssignableFrom(type)
                || ByteBuffer.class.isAssignableFrom(type)
                || Reader.class.isAssignableFrom(type);
    }

    /** A conversion to any enum or array type, which cannot be registered one by one. */
    static @Nullable Conversion<?, ?> general(Class<?> to, Class<?> from, TypeConverter elements) {
        boolean never = Map.class.isAssignableFrom(from)
                && to.isArray()
                && to.componentType().isPrimitive();
        if (to.isArray() && SequenceConversions.isSequence(from) && !never) {
            return SequenceConversions.toArray(to.getComponentType(), elements);
        }
        return to.isEnum() && CharSequence.class.isAssignableFrom(from) ? toEnum(to) : null;
    }

    /** The wrapper class of a primitive type; other types as they are. */
    @SuppressWarnings("unchecked") // int.class and Integer.class are both Class<Integer>
    static <T> Class<T> boxed(Class<T> type) {
        return type.isPrimitive() ? (Class<T>) box(type) : type;
    }

    private static Class<?> box(Class<?> primitive) {
        if (primitive == int.class) {
            return Integer.class;
        } else if (primitive == long.class) {
            return Long.class;
        } else if (primitive == boolean.class) {
            return Boolean.class;
        } else if (primitive == double.class) {
            return Double.class;
        }
        return java.lang.invoke.MethodType.methodType(primitive).wrap().returnType();
    }

    /** A conversion from trimmed text. */
    static Conversion<CharSequence, Object> parsed(Function<String, ?> parser) {
        return (text, exchange) -> parser.apply(trimmed(text));
    }

    static String trimmed(CharSequence text) {
        return text.toString().trim();
    }

    // ---- names, other scalars, and paths of files, whose content is converted by ContentConversions

    private static @Nullable Conversion<?, ?> nameOrPath(Class<?> to, Class<?> from) {
        if (from == CharSequence.class) {
            return ofText(to);
        } else if (to == String.class && from == Object.class) {
            return (Conversion<Object, String>) (value, exchange) -> text(value);
        } else if (to == String.class && from == Enum.class) {
            return (Conversion<Enum<?>, String>) (value, exchange) -> value.name();
        } else if (to == Boolean.class && from == Number.class) {
            return (Conversion<Number, Boolean>) (number, exchange) -> number.doubleValue() != 0;
        }
        return null;
    }

    private static @Nullable Conversion<CharSequence, ?> ofText(Class<?> to) {
        if (to == Boolean.class) {
            return parsed(BuiltInConversions::truth);
        } else if (to == Character.class) {
            return (text, exchange) -> onlyCharacter(text);
        } else if (to == URI.class) {
            return parsed(URI::create);
        } else if (to == Path.class) {
            return (text, exchange) -> Path.of(text.toString());
        } else if (to == File.class) {
            return (text, exchange) -> new File(text.toString());
        }
        return null;
    }

    private static String text(Object value) {
        if (!value.getClass().isArray()) {
            return value.toString();
        }
        String inBrackets = Arrays.deepToString(new Object[] {value});
        return inBrackets.substring(1, inBrackets.length() - 1);
    }

    private static char onlyCharacter(CharSequence text) {
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

    private static Conversion<CharSequence, Object> toEnum(Class<?> type) {
        return (text, exchange) -> constant(type, trimmed(text));
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
