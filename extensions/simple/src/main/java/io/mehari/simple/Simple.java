package io.mehari.simple;

import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.impl.text.TextLanguage;
import io.mehari.spi.internal.Values;
import org.jspecify.annotations.Nullable;

/** The language {@code simple}, and calls of beans. Found by {@code ServiceLoader}. */
public final class Simple implements TextLanguage {

    @Override
    public Expression text(String text, boolean logged) {
        return SimpleText.read(text, logged);
    }

    @Override
    public Predicate condition(String text) {
        return SimpleCondition.parse(text);
    }

    @Override
    public Values.Method method(String step, Object bean, @Nullable String wanted) {
        return BeanMethod.of(step, bean, wanted);
    }
}
