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
     * The language; null without its jar. The loader is that of this class: a thread may have one that knows no jar of
     * the program.
     */
    @Nullable
    TextLanguage FOUND = ServiceLoader.load(TextLanguage.class, TextLanguage.class.getClassLoader())
            .findFirst()
            .orElse(null);

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

    /** The language, which {@code what} needs: refused without its jar. */
    static TextLanguage get(String what, String instead) {
        if (FOUND == null) {
            throw new IllegalArgumentException(what + " needs " + ARTIFACT + ": add it, or " + instead);
        }
        return FOUND;
    }
}
