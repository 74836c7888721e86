package io.mehari.simple;

import io.mehari.Expression;
import io.mehari.impl.text.BasicValue;
import io.mehari.impl.text.Parts;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads values of placeholders that are seldom used: those from outside of the message, and those with arguments. */
final class Sources {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

    private Sources() {}

    static @Nullable Expression named(Scan scan, Function<String, @Nullable String> source) {
        if (!scan.skip(".") && !scan.skip(":")) {
            return null;
        }
        String name = scan.plainName(scan.at(), scan.name("{}$"));
        return exchange -> source.apply(name);
    }

    /** A variable of the environment, which has its name in upper case in some systems. */
    static @Nullable String environment(String name) {
        String value = System.getenv(name);
        return value != null
                ? value
                : System.getenv(name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_'));
    }

    static @Nullable Expression property(Scan scan) {
        return scan.skip(":") ? BasicValue.text("{{" + scan.name("{}$") + "}}") : null;
    }

    static @Nullable Expression random(Scan scan, int from) {
        int[] bounds = numbers(scan, 2);
        if (bounds == null) {
            return null;
        }
        int least = bounds.length == 1 ? 0 : bounds[0];
        int end = bounds[bounds.length - 1];
        if (least >= end) {
            throw scan.refusal(from, "there is no number from " + least + " up to, but without, " + end);
        }
        return exchange -> (int) (least + (long) (Threading.random() * ((long) end - least)));
    }

    /** The value of a constant of an enum or of a public static field, read once. */
    static @Nullable Expression constant(Scan scan) {
        if (!scan.skip(":")) {
            return null;
        }
        int start = scan.at();
        String name = scan.until("{}$").strip();
        int dot = name.lastIndexOf('.');
        try {
            Class<?> type = Class.forName(name.substring(0, Math.max(dot, 0)), true, loader());
            return BasicValue.constant(type.getField(name.substring(dot + 1)).get(null));
        } catch (ReflectiveOperationException | NullPointerException | LinkageError e) {
            throw scan.refusal(
                    start,
                    "no constant: give the full name of a public class and the name of a public static field"
                            + " of it, as in ${type:java.lang.Integer.MAX_VALUE}",
                    e);
        }
    }

    // ---- elements of the body, made one by one

    static @Nullable Expression skip(Scan scan) {
        int[] count = numbers(scan, 1);
        if (count == null || count[0] < 0) {
            return null;
        }
        return exchange -> {
            Parts parts = Parts.of(exchange.getBody());
            for (int i = 0; i < count[0] && parts.hasNext(); i++) {
                parts.next();
            }
            return parts;
        };
    }

    // ---- arguments

    /** An argument in parentheses, which may be in quotes. */
    static String argument(Scan scan) {
        scan.skipSpaces();
        String argument = scan.isNextOf("'\"")
                ? scan.quoted().rest()
                : scan.until(",(){}$'\"").strip();
        scan.skipSpaces();
        return argument;
    }

    /** One number or more in parentheses; null if there is something else. */
    private static int @Nullable [] numbers(Scan scan, int most) {
        List<Integer> numbers = new ArrayList<>();
        do {
            boolean more = numbers.isEmpty() ? scan.skip("(") : scan.skip(",");
            int start = scan.at();
            String digits = more ? argument(scan) : "";
            if (!NUMBER.matcher(digits).matches()) {
                scan.back(more ? start : scan.at());
                return null;
            }
            numbers.add(Integer.valueOf(digits));
        } while (numbers.size() < most && !scan.isNext(")"));
        return scan.skip(")") ? numbers.stream().mapToInt(Integer::intValue).toArray() : null;
    }

    /** The class of a name, which needs no package if that is {@code java.lang}. */
    static Class<?> type(Scan scan, int at, String name) {
        if (name.equals("byte[]")) {
            return byte[].class;
        }
        try {
            return Class.forName(name.indexOf('.') < 0 ? "java.lang." + name : name, false, loader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw scan.refusal(
                    at,
                    "there is no class " + SafeText.of(name)
                            + "; give its full name, or String, Integer and the like, or byte[]",
                    e);
        }
    }

    static ClassLoader loader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? Sources.class.getClassLoader() : loader;
    }
}
