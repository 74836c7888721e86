package io.mehari.component.netty.http;

import io.mehari.connector.HeaderFilter;
import io.mehari.spi.internal.SafeText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The path that a route takes, such as {@code /orders/{id}}. */
final class HttpPath {
    /** In a piece of a path with other characters than dots, whatever dots follow. */
    private static final int OTHER = Integer.MIN_VALUE;

    private final String text;
    private final String[] parts;
    private final boolean prefix;

    HttpPath(String text, boolean prefix) {
        this.text = text;
        this.parts = split(text);
        this.prefix = prefix;
        for (int i = 0; i < parts.length; i++) {
            String each = decode(parts[i]);
            parts[i] = each;
            if (isName(each) && !HeaderFilter.passes(nameOf(each))) {
                throw new IllegalArgumentException(
                        "The path " + SafeText.of(text) + " has the name " + SafeText.of(each)
                                + ": its value would be a header, and headers that begin with Camel or Mehari do not come from"
                                + " the network; choose another name");
            }
            if (isDots(each)) {
                throw new IllegalArgumentException(
                        "The path " + SafeText.of(text) + " has the part " + SafeText.of(each)
                                + ", and requests with such a part are refused: write the path that it leads to");
            }
        }
    }

    /** The parts between slashes; an empty path and {@code /} are the same. */
    static String[] split(String path) {
        String plain = path.startsWith("/") ? path.substring(1) : path;
        return plain.isEmpty() ? new String[0] : plain.split("/", -1);
    }

    /** Decodes a part of a path. Throws an exception if it is not encoded correctly. */
    static String decode(String part) {
        return part.indexOf('%') < 0 ? part : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /**
     * Whether a part of a path, decoded, leads to the same folder or the one above: {@code .}, {@code ..}, or such a
     * piece between slashes or backslashes, with a semicolon and parameters or without.
     */
    static boolean isDots(String part) {
        int dots = 0;
        for (int i = 0; i < part.length(); i++) {
            char each = part.charAt(i);
            boolean slash = each == '/' || each == '\\';
            if ((slash || each == ';') && (dots == 1 || dots == 2)) {
                return true;
            }
            dots = slash ? 0 : each == '.' && dots >= 0 ? dots + 1 : OTHER;
        }
        return dots == 1 || dots == 2;
    }

    /** The values of the names in braces; null if the path does not match. The parts are already decoded. */
    @Nullable
    Map<String, String> match(String[] requested) {
        if (requested.length < parts.length || (requested.length > parts.length && !prefix)) {
            return null;
        }
        Map<String, String> values = Map.of();
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i];
            if (isName(part)) {
                if (requested[i].isEmpty()) {
                    return null;
                }
                values = values.isEmpty() ? new LinkedHashMap<>() : values;
                values.put(nameOf(part), requested[i]);
            } else if (!part.equals(requested[i])) {
                return null;
            }
        }
        return values;
    }

    /** The rest of a path after this path, with its first slash; empty if there is none. */
    String rest(String rawPath) {
        if (!prefix) {
            return "";
        }
        int at = 0;
        for (int i = 0; i < parts.length && at >= 0; i++) {
            at = rawPath.indexOf('/', at + 1);
        }
        return at < 0 ? "" : rawPath.substring(at);
    }

    private static boolean isName(String part) {
        return part.length() > 2 && part.startsWith("{") && part.endsWith("}");
    }

    private static String nameOf(String part) {
        return part.substring(1, part.length() - 1);
    }

    /** The path without the names. Paths with the same shape match the same requests. */
    String shape() {
        StringBuilder shape = new StringBuilder(prefix ? "prefix" : "exact");
        for (String each : parts) {
            shape.append('/').append(isName(each) ? "{}" : each);
        }
        return shape.toString();
    }

    /** Orders more specific paths first: literal parts before names, longer before shorter, exact before prefix. */
    int compareWith(HttpPath other) {
        for (int i = 0; i < Math.min(parts.length, other.parts.length); i++) {
            int names = Boolean.compare(isName(parts[i]), isName(other.parts[i]));
            if (names != 0) {
                return names;
            }
        }
        int lengths = Integer.compare(other.parts.length, parts.length);
        if (lengths != 0) {
            return lengths;
        }
        int prefixes = Boolean.compare(prefix, other.prefix);
        return prefixes != 0 ? prefixes : text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
