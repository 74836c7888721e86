package io.mehari.scenarios.typechecks;

import java.io.File;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One form of the hot path: its messages and its steps. A step gets a message as an {@code Object}, as from a queue or
 * another generic class, and casts it to the type whose methods it calls.
 */
abstract class Form {
    /*
     * Each of the two model forms has two classes of exchanges in turn, such as a plain one and a pooled one. With only
     * one class, the compiler would guess the class at each cast, and no form would show a cost. The forms have the
     * same code, except for the types.
     */

    /** The forms by name, in the order of the table. */
    static final List<String> NAMES = List.of("behind-interfaces", "chain-of-classes", "mehari");

    Form() {}

    static Form of(String name) {
        List<Supplier<Form>> forms = List.of(BehindInterfaces::new, ChainOfClasses::new, AsShipped::new);
        int place = NAMES.indexOf(name);
        if (place < 0) {
            throw new IllegalArgumentException("There is no form " + name + ": known are " + String.join(", ", NAMES));
        }
        return forms.get(place).get();
    }

    /** Creates a message. If the form has two classes, they alternate. */
    abstract Object message(int index, Object body);

    /** The steps that each message passes, created for one thread. */
    abstract Step[] steps();

    /** One step of a route. */
    abstract static class Step {
        abstract void take(Object message);
    }

    /** Counts the messages that arrive at the end. Each thread has its own. */
    static final class End {
        private final long[] kinds = new long[4];

        @SuppressWarnings("unused") // keeps two of these objects out of one cache line
        private final long[] gap = new long[32];

        /** Counts by the type of the payload, of which there are four. None of these checks uses an interface. */
        void count(@Nullable Object body) {
            kinds[kind(body)]++;
        }

        private static int kind(@Nullable Object body) {
            if (body instanceof String) {
                return 0;
            }
            if (body instanceof Integer) {
                return 1;
            }
            return body instanceof File ? 2 : 3;
        }

        long sum() {
            return kinds[0] + kinds[1] + kinds[2] + kinds[3];
        }

        /** Whether the same number of each kind has arrived. */
        boolean isEven() {
            return kinds[0] == kinds[1] && kinds[1] == kinds[2] && kinds[2] == kinds[3];
        }
    }

    /** The end of the steps that were created last. */
    abstract End end();
}
