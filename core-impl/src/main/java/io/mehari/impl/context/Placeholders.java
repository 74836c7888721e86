package io.mehari.impl.context;

import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code {{name}}} and {@code {{name:default}}} in a text.
 *
 * @param others gives the values that are not in the map, or null; null if there is no other place
 * @param remedy says of a missing name how to set it there; null if there is no other place than the map
 */
record Placeholders(
        String text,
        Map<String, String> values,
        @Nullable Function<String, @Nullable String> others,
        @Nullable UnaryOperator<String> remedy) {
    private static final Pattern INNERMOST = Pattern.compile("\\{\\{([^{}]*)\\}\\}");
    private static final int MOST_ROUNDS = 20;
    /** A value that has itself three times would fill the heap before it takes so many rounds. */
    private static final int LONGEST = 1 << 20;

    /** What a colon after these words means in Camel, and not here. */
    private static final Set<String> FUNCTIONS_OF_CAMEL =
            Set.of("bean", "service", "service.name", "service.host", "service.port", "secret", "configmap");

    /**
     * Replaces all placeholders, also those in their values and defaults.
     *
     * @throws IllegalArgumentException if one is not closed, or has neither a value nor a default
     */
    String resolve() {
        String resolved = text;
        for (int round = 0; resolved.contains("{{"); round++) {
            Matcher matcher = INNERMOST.matcher(resolved);
            if (round < MOST_ROUNDS && !matcher.find()) {
                throw refused("A placeholder is not closed with '}}', or has a brace in it, in ");
            }
            StringBuilder next = new StringBuilder();
            do {
                if (round == MOST_ROUNDS || (round > 0 && next.length() + resolved.length() > LONGEST)) {
                    throw refused("The value of a placeholder leads back to it in ");
                }
                matcher.appendReplacement(next, Matcher.quoteReplacement(value(matcher.group(1))));
            } while (matcher.find());
            resolved = matcher.appendTail(next).toString();
        }
        return resolved;
    }

    private IllegalArgumentException refused(String why) {
        return new IllegalArgumentException(why + SafeText.uri(text));
    }

    private String value(String placeholder) {
        int colon = placeholder.indexOf(':');
        String name = colon < 0 ? placeholder : placeholder.substring(0, colon);
        String rest = colon < 0 ? null : placeholder.substring(colon + 1);
        if (rest != null && (name.equals("sys") || name.equals("env"))) {
            int next = rest.indexOf(':');
            String key = next < 0 ? rest : rest.substring(0, next);
            String value = key.isEmpty() ? null : name.equals("sys") ? System.getProperty(key) : environment(key);
            return value != null ? value : otherwise(name + ":" + key, next < 0 ? null : rest.substring(next + 1));
        }
        String given = values.get(name);
        String value = given != null || others == null ? given : others.apply(name);
        if (value == null && rest != null && FUNCTIONS_OF_CAMEL.contains(name)) {
            throw new IllegalArgumentException("{{" + SafeText.of(placeholder) + "}} in " + SafeText.uri(text)
                    + " is known to Camel only: set a value of your own in getGlobalOptions()");
        }
        return value != null ? value : otherwise(name, rest);
    }

    /** A variable of the environment, which often has its name in upper case. */
    private static @Nullable String environment(String name) {
        String value = System.getenv(name);
        return value != null
                ? value
                : System.getenv(name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_'));
    }

    private String otherwise(String name, @Nullable String rest) {
        if (rest == null || name.isEmpty()) {
            String there = remedy == null ? "add it to getGlobalOptions()" : remedy.apply(name);
            throw new IllegalArgumentException("There is no value for {{" + SafeText.of(name) + "}} in "
                    + SafeText.uri(text) + Nearest.suggestion(name, values.keySet()) + "; " + there
                    + ", or give a default as in {{" + SafeText.of(name.strip()) + ":1}}"
                    + (name.equals(name.strip()) ? "" : "; the spaces in the braces belong to the name") + " [MH-40]");
        }
        return rest;
    }
}
