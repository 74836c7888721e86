package io.mehari.impl.text;

import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.spi.internal.SafeText;
import io.mehari.spi.internal.Values;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * What {@code mehari-simple} adds to the route language: it reads the texts and conditions that the core does not
 * understand, and finds methods of beans. Nothing looks for it before something needs it.
 */
public interface TextLanguage {
    String ARTIFACT = "the artifact io.mehari:mehari-simple";

    /**
     * Reads a text.
     *
     * @param logged whether it is for a log, in which {@link SafeText} escapes and cuts the values
     * @throws IllegalArgumentException if it is not understood, with the place in it
     */
    Expression text(String text, boolean logged);

    /**
     * Reads a condition.
     *
     * @throws IllegalArgumentException if the text is not a condition
     */
    Predicate condition(String text);

    /** As {@link Values#method}. */
    Values.Method method(String step, Object bean, @Nullable String wanted);

    /** The language; null without its jar. */
    static @Nullable TextLanguage find() {
        return Found.LANGUAGE;
    }

    /** The language, which {@code what} needs: refused without its jar. */
    static TextLanguage get(String what, String instead) {
        if (Found.LANGUAGE == null) {
            throw new IllegalArgumentException(what + " needs " + ARTIFACT + ": add it, or " + instead);
        }
        return Found.LANGUAGE;
    }

    /** The loader is that of this class: a thread may have one that knows no jar of the program. */
    final class Found {
        private static final @Nullable TextLanguage LANGUAGE = ServiceLoader.load(
                        TextLanguage.class, TextLanguage.class.getClassLoader())
                .findFirst()
                .orElse(null);

        private Found() {}
    }
}
