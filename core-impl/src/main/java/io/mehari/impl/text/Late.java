package io.mehari.impl.text;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.RoutingContext;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value whose text has {@code {{names}}}, which stand for other texts in each context. It is read when a route is
 * described, so that names without a value are refused there; or else with the first message in a context.
 */
public final class Late implements Expression, Predicate {
    private static final int MOST_CONTEXTS = 8;

    /**
     * What the text means in a context, and before it what it means in others: a value may be a constant of a program
     * with several contexts. It keeps no context alive. Its fields are final, so a thread that sees it by a race sees
     * them; if it does not see the context yet, or not the newest one, it reads the text once more.
     */
    static final class Read extends WeakReference<RoutingContext> {
        final Expression value;
        final @Nullable Predicate condition;
        final @Nullable Read others;

        Read(RoutingContext context, Expression value, @Nullable Predicate condition, @Nullable Read others) {
            super(context);
            this.value = value;
            this.condition = condition;
            this.others = others;
        }

        /** These without the contexts that are gone, and no more than that number. */
        static @Nullable Read newest(@Nullable Read reads, int most) {
            if (reads == null || most == 0) {
                return null;
            }
            RoutingContext context = reads.get();
            return context == null
                    ? newest(reads.others, most)
                    : new Read(context, reads.value, reads.condition, newest(reads.others, most - 1));
        }
    }

    /** A value or a condition that is made of others. */
    public interface Composed {
        /** A value, a list or an array; null for none. */
        @Nullable
        Object parts();
    }

    private final String source;
    private final Function<String, Expression> reader;
    private final boolean condition;
    private @Nullable Read last;

    private Late(String source, Function<String, Expression> reader, boolean condition) {
        this.source = source;
        this.reader = reader;
        this.condition = condition;
    }

    /** The value of a text that has names in double braces. */
    public static Expression of(String text, Function<String, Expression> reader) {
        return new Late(text, reader, false);
    }

    Predicate asCondition() {
        return new Late(source, reader, true);
    }

    /** Reads what is late in a value, so that a name without a value is refused. */
    public static void check(@Nullable Object value, RoutingContext context) {
        if (value instanceof Late late) {
            late.in(context);
        } else if (value instanceof Composed composed) {
            check(composed.parts(), context);
        } else if (value instanceof List<?> all) {
            for (Object each : all) {
                check(each, context);
            }
        } else if (value instanceof Object[] all) {
            check(Arrays.asList(all), context);
        }
    }

    Read in(RoutingContext context) {
        for (Read read = last; read != null; read = read.others) {
            if (read.refersTo(context)) {
                return read;
            }
        }
        Expression value = reader.apply(context.resolvePropertyPlaceholders(source));
        check(value, context);
        Predicate asked = condition ? Condition.conditionOf(value) : null;
        Read read = new Read(context, value, asked, Read.newest(last, MOST_CONTEXTS - 1));
        last = read;
        return read;
    }

    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        return in(exchange.getContext()).value.evaluate(exchange);
    }

    @Override
    public boolean matches(Exchange exchange) {
        return Objects.requireNonNull(in(exchange.getContext()).condition).matches(exchange);
    }

    @Override
    public String toString() {
        return source;
    }
}
