package io.mehari.simple;

import io.mehari.Expression;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.SafeText;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The path after a value in a placeholder of {@code simple}: {@code .size}, {@code [0]}, {@code [key]} or {@code .key}.
 * It leads to elements of collections, arrays and maps, and to the results of public methods without parameters.
 */
final class ValuePath {
    private static final Pattern FROM_LAST = Pattern.compile("last(?:-(\\d{1,9}))?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /**
     * One step of a path.
     *
     * @param name for a call, with its parentheses
     * @param key whether it is in brackets, and so is never a size or a method
     * @param call whether it is a call, and so is never a key
     */
    private record Part(String name, boolean key, boolean call) {}

    private final String placeholder;
    private final List<Part> parts;

    private ValuePath(String placeholder, List<Part> parts) {
        this.placeholder = placeholder;
        this.parts = parts;
    }

    /** Reads the path that is next, up to the end of the placeholder, which began there; null if there is none. */
    static @Nullable ValuePath read(Scan scan, int from) {
        List<Part> parts = new ArrayList<>();
        while (!scan.isNext("}")) {
            if (scan.skip("[")) {
                String key = scan.quotedOr("[]{}$'\"");
                if (key.isEmpty() || !scan.skip("]")) {
                    return null;
                }
                parts.add(new Part(key, true, false));
            } else if (scan.skip("?.") || scan.skip(".")) {
                String name = scan.identifier();
                if (name.isEmpty()) {
                    return null;
                }
                boolean call = scan.skip("()") && !isSize(name);
                parts.add(new Part(call ? name + "()" : name, false, call));
            } else {
                return null;
            }
        }
        return new ValuePath(scan.since(from), parts);
    }

    /** The end of the path that starts at this value. */
    Expression of(Expression base) {
        return exchange -> from(base.evaluate(exchange));
    }

    private static boolean isSize(String name) {
        return name.equals("size") || name.equals("length");
    }

    /** The value at the end of the path; null if a value on the way is null or absent. */
    @Nullable
    Object from(@Nullable Object value) {
        Object reached = value;
        for (Part part : parts) {
            if (reached == null) {
                return null;
            }
            reached = follow(reached, part);
        }
        return reached;
    }

    private @Nullable Object follow(Object value, Part part) {
        String name = part.name;
        if (value instanceof Map<?, ?> map && !part.call && (part.key || !isSize(name) || map.containsKey(name))) {
            return map.get(name);
        }
        if (part.key) {
            return element(value, name);
        }
        int size = isSize(name) ? size(value) : -1;
        return size >= 0 ? (Object) size : get(value, name);
    }

    private @Nullable Object element(Object value, String name) {
        boolean array = value.getClass().isArray();
        if (!array && !(value instanceof List)) {
            throw refusal(value, name);
        }
        int size = size(value);
        int index = index(name, size);
        return index < 0 || index >= size ? null : array ? Array.get(value, index) : ((List<?>) value).get(index);
    }

    @SuppressWarnings("CatchingUnchecked") // all are passed on
    private @Nullable Object get(Object value, String name) {
        MethodHandle getter = Getters.of(value.getClass(), name);
        if (getter == null) {
            throw refusal(value, name);
        }
        try {
            return getter.invokeExact(value);
        } catch (Throwable e) {
            throw Getters.<RuntimeException>unchanged(e);
        }
    }

    /** The number of elements or characters; -1 for other values. */
    private static int size(Object value) {
        if (value instanceof Collection<?> collection) {
            return collection.size();
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        if (value instanceof CharSequence text) {
            return text.length();
        }
        return value.getClass().isArray() ? Array.getLength(value) : -1;
    }

    private int index(String name, int size) {
        Matcher last = FROM_LAST.matcher(name);
        if (last.matches()) {
            return size - 1 - (last.group(1) == null ? 0 : Integer.parseInt(last.group(1)));
        }
        if (!NUMBER.matcher(name).matches()) {
            throw new RuntimeRoutingException("${" + SafeText.of(placeholder) + "}: [" + SafeText.of(name)
                    + "] is no index of a list: give a number, last or last-1");
        }
        return Integer.parseInt(name);
    }

    private RuntimeRoutingException refusal(Object value, String name) {
        return new RuntimeRoutingException("${" + SafeText.of(placeholder) + "}: a value of type "
                + value.getClass().getTypeName() + " has no " + SafeText.of(name)
                + " here: a map has keys, a list and an array have indices and a size, a text has a size, and other"
                + " objects have public methods without parameters, if their module opens the package to io.mehari.simple."
                + " For anything else use a lambda, such as body(Order.class, Order::total)");
    }
}
