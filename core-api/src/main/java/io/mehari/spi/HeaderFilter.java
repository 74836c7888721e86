package io.mehari.spi;

import io.mehari.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which headers pass between messages and the network, in both directions: law K4. Every connector must use it,
 * for each name as it is on the wire and as the exchange has it.
 *
 * <p>Names that begin with {@code Mehari} or {@code Camel} do not pass. They are instructions to components: somebody
 * who sends the header {@code CamelSqlQuery} must not tell a later step which query to run. A connector sets its own
 * such headers after it has read those of the network.
 */
public final class HeaderFilter {
    private HeaderFilter() {}

    /** Whether a header with that name may come from the network, and be sent to it. */
    public static boolean passes(String name) {
        return !AsciiCase.startsWith(name, "Camel") && !AsciiCase.startsWith(name, "Mehari");
    }

    /** Adds a header from the network, if its name passes. Several values of one name become a {@code List}. */
    public static void add(Exchange exchange, String name, @Nullable Object value) {
        if (!passes(name)) {
            return;
        }
        Object before = exchange.getHeader(name);
        if (before == null && !exchange.getHeaders().containsKey(name)) {
            exchange.setHeader(name, value);
            return;
        }
        List<@Nullable Object> values = new ArrayList<>();
        if (before instanceof List<?> list) {
            values.addAll(list);
        } else {
            values.add(before);
        }
        values.add(value);
        exchange.setHeader(name, values);
    }

    /**
     * A value as text: texts, numbers, booleans, characters and enums. Null for null and for objects of any other type,
     * which are not sent.
     */
    public static @Nullable String text(@Nullable Object value) {
        return value instanceof CharSequence
                        || value instanceof Number
                        || value instanceof Boolean
                        || value instanceof Character
                        || value instanceof Enum
                ? value.toString()
                : null;
    }
}
