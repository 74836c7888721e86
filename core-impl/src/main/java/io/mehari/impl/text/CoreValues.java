package io.mehari.impl.text;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.RoutingContext;
import io.mehari.builder.model.Node;
import io.mehari.spi.Registry;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import io.mehari.spi.internal.Values;
import java.io.InputStream;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The values, texts and conditions of the core. */
public final class CoreValues implements Values {
    @Override
    public Expression body(@Nullable Class<?> type) {
        return type == null ? BasicValue.body() : BasicValue.body(type);
    }

    @Override
    public Expression header(String name) {
        return BasicValue.header(name);
    }

    @Override
    public Expression property(String name) {
        return BasicValue.property(name);
    }

    @Override
    public Expression constant(@Nullable Object value) {
        return value instanceof String text ? BasicValue.text(text) : BasicValue.constant(value);
    }

    @Override
    public Expression simple(String text) {
        return TextTemplate.parse(text);
    }

    @Override
    public Expression log(String text) {
        return TextTemplate.forLog(text);
    }

    @Override
    public Expression pieces(Expression value, String token, int group) {
        return exchange -> {
            Object whole = value.evaluate(exchange);
            return whole == null ? null : Pieces.between(textOf(whole, exchange), token, group);
        };
    }

    private static Object textOf(Object value, Exchange exchange) {
        if (value instanceof InputStream || value instanceof Reader) {
            return exchange.getExchangeExtension().reread(value);
        }
        String text = exchange.getContext().getTypeConverter().tryConvertTo(String.class, exchange, value);
        return text == null ? value : text;
    }

    @Override
    public Method method(String step, Object bean, @Nullable String wanted) {
        return TextLanguage.get(
                        step + "(...)", "write a lambda, such as exchange -> prices.of(exchange.getBody(String.class))")
                .method(step, bean, wanted);
    }

    /** The method that the route has, or one of the bean of that name. */
    public static Method method(Node.Bean bean, Registry registry) {
        if (bean.bean() instanceof Method known) {
            return known;
        }
        String name = bean.bean().toString();
        Object found = registry.lookupByName(name);
        if (found == null) {
            throw new IllegalArgumentException("bean(\"" + SafeText.of(name) + "\"): " + Nearest.unbound(name));
        }
        return Values.CORE.method("bean", found, bean.method());
    }

    @Override
    public Predicate condition(Expression left, String operator, @Nullable Object right, String words) {
        boolean whole = !Character.isLetter(operator.charAt(0)); // "contains" and the like compare a part
        Object meant = whole && right instanceof String text ? BasicValue.literal(text) : right;
        return Condition.of(left, operator, meant, words);
    }

    @Override
    public Predicate not(Predicate predicate) {
        return new Condition.Not(predicate);
    }

    @Override
    public Predicate joined(boolean all, Predicate... predicates) {
        return new Condition.Joined(predicates, all);
    }

    @Override
    public @Nullable Predicate conditionIn(Expression value) {
        return Condition.inText(value);
    }

    @Override
    public boolean isTrue(@Nullable Object value) {
        return Condition.isTrue(value);
    }

    @Override
    public void check(@Nullable Object value, RoutingContext context) {
        Late.check(value, context);
    }

    @Override
    public @Nullable String remedyOf(String name, boolean isHeader) {
        return Lookalike.remedyOfName(name, isHeader);
    }
}
