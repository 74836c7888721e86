package io.mehari.connector;

import io.mehari.Exchange;
import io.mehari.spi.internal.AsciiCase;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides which headers pass between messages and the network, in both directions: law K4. Every connector must use it,
 * for each name as it is on the wire and as the exchange has it.
 *
 * <p>Names that begin with {@code Mehari}, {@code Camel} or {@code kafka.} do not pass. They are instructions to components: somebody
 * who sends the header {@code CamelSqlQuery} must not tell a later step which query to run. A connector sets its own
 * such headers after it has read those of the network.
 */
public final class HeaderFilter {
    private HeaderFilter() {}

    /** Whether a header with that name may come from the network, and be sent to it. */
    public static boolean passes(String name) {
        return !AsciiCase.startsWith(name, "Camel")
                && !AsciiCase.startsWith(name, "Mehari")
                && !AsciiCase.startsWith(name, "kafka."); // until Camel 4.18.2, of its component kafka
    }

    /**
     * Adds a header from the network, if its name passes. Several values of one name become a {@code List} that cannot
     * be modified.
     */
    public static void add(Exchange exchange, String name, @Nullable Object value) {
        if (!passes(name)) {
            return;
        }
        Object before = exchange.getHeader(name);
        if (before == null && !exchange.getHeaders().containsKey(name)) {
            exchange.setHeader(name, value);
            return;
        }
        exchange.setHeader(name, Values.of(before).and(value));
    }

    /** The values of one name. Adding a value makes a new list and leaves this one as it is. */
    private static final class Values extends AbstractList<@Nullable Object> implements RandomAccess {
        /*
         * A copy of an exchange has the same list, so nothing may be added to a list. But a list for each of many
         * values must not copy all values before. So the lists share one array, in which each sees only its own part,
         * and the array is copied when it is full. Two lists that go on from the same one, in an exchange and its
         * copy, would write to the same place: the second to claim it (compare-and-set of `used`) copies the array.
         * The values need no more than that: who reads a list got it with an exchange, after they were written.
         */
        private final @Nullable Object[] array;
        private final AtomicInteger used;
        private final int size;

        private Values(@Nullable Object[] array, AtomicInteger used, int size) {
            this.array = array;
            this.used = used;
            this.size = size;
        }

        /** The values that a header has. */
        static Values of(@Nullable Object header) {
            if (header instanceof Values values) {
                return values;
            }
            @Nullable
            Object[] array = header instanceof List<?> list ? list.toArray() : new @Nullable Object[] {header};
            return new Values(array, new AtomicInteger(array.length), array.length);
        }

        Values and(@Nullable Object value) {
            boolean fits = size < array.length && used.compareAndSet(size, size + 1);
            @Nullable Object[] all = fits ? array : Arrays.copyOf(Arrays.copyOf(array, size), 2 * size + 2);
            all[size] = value;
            return new Values(all, fits ? used : new AtomicInteger(size + 1), size + 1);
        }

        @Override
        public @Nullable Object get(int index) {
            return array[Objects.checkIndex(index, size)];
        }

        @Override
        public int size() {
            return size;
        }
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
