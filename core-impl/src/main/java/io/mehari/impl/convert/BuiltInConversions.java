package io.mehari.impl.convert;

import io.mehari.TypeConverter;
import io.mehari.spi.AsciiCase;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The built-in conversions. None of them deserializes objects, loads a class by name or opens a URL. */
final class BuiltInConversions {
    /*
     * Created with the first conversion, and shared by all contexts. Text is any CharSequence. It is trimmed, unless it
     * is converted to text, a character or a path.
     */
    /** What a search has found if there is no conversion. */
    static final Conversion<Object, Object> NONE = (value, exchange) -> null;

    private static final ConversionTable TABLE = new ConversionTable();

    static {
        ContentConversions.addTo(TABLE);
        NumberConversions.addTo(TABLE);
        TimeConversions.addTo(TABLE);
        SequenceConversions.addTo(TABLE);
        addNames(TABLE);
        addPaths(TABLE);
    }

    private BuiltInConversions() {}

    /** The conversion that is registered for exactly these types. */
    static @Nullable Conversion<?, ?> get(Class<?> to, Class<?> from) {
        return TABLE.get(to, from);
    }

    /** A conversion to any enum or array type, which cannot be registered one by one. */
    static @Nullable Conversion<?, ?> general(Class<?> to, Class<?> from, TypeConverter elements) {
        if (to.isArray() && SequenceConversions.isSequence(from)) {
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

    /** Registers a conversion from trimmed text. */
    static <T> void parsed(ConversionTable table, Class<T> to, Function<String, T> parser) {
        table.add(to, CharSequence.class, (text, exchange) -> parser.apply(trimmed(text)));
    }

    static String trimmed(CharSequence text) {
        return text.toString().trim();
    }

    // ---- names and other scalars

    private static void addNames(ConversionTable table) {
        table.add(String.class, Object.class, (value, exchange) -> text(value));
        table.add(String.class, Enum.class, (value, exchange) -> value.name());
        table.add(Character.class, CharSequence.class, (text, exchange) -> onlyCharacter(text));
        parsed(table, Boolean.class, BuiltInConversions::truth);
        parsed(table, UUID.class, BuiltInConversions::uuid);
        parsed(table, URI.class, URI::create);
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

    /** {@code UUID.fromString} alone would accept 1-1-1-1-1. */
    private static UUID uuid(String text) {
        UUID uuid = UUID.fromString(text);
        if (!AsciiCase.equal(uuid.toString(), text)) {
            throw new IllegalArgumentException("not the 36 characters of a UUID");
        }
        return uuid;
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

    // ---- paths of files; ContentConversions converts their content

    private static void addPaths(ConversionTable table) {
        table.add(Path.class, CharSequence.class, (text, exchange) -> Path.of(text.toString()));
        table.add(File.class, CharSequence.class, (text, exchange) -> new File(text.toString()));
        table.add(Path.class, File.class, (file, exchange) -> file.toPath());
        table.add(File.class, Path.class, (path, exchange) -> path.toFile());
        table.add(URI.class, Path.class, (path, exchange) -> path.toUri());
        table.add(URI.class, File.class, (file, exchange) -> file.toURI());
    }
}
