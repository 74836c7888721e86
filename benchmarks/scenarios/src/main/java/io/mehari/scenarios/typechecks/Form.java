package io.mehari.scenarios.typechecks;

import java.io.File;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One form of the hot path: the messages that travel it, and its steps. A step is handed a message as an {@code
 * Object}, as by a queue or any other generic class, and casts it to the type whose methods it calls.
 */
abstract class Form {
    /*
     * Two classes of exchanges travel each of the two model forms in turn, such as a plain one and one of a pool: with
     * one alone the compiler would guess the class at each cast, and neither form would have anything to show. The
     * forms are the same, word for word, but for the types.
     */

    /** Those that can be asked for by name, in the order of the table. */
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

    /** One more message; every other one is of another class where there are two. */
    abstract Object message(int index, Object body);

    /** What each message goes through, made for one thread. */
    abstract Step[] steps();

    /** One step of a route. */
    abstract static class Step {
        abstract void take(Object message);
    }

    /** Sees what comes to the end; each thread has one. */
    static final class End {
        private final long[] kinds = new long[4];

        @SuppressWarnings("unused") // keeps two of them out of one cache line
        private final long[] gap = new long[32];

        /** By the type of the payload, of which there are four; none of these checks names an interface. */
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

        /** Whether as many came of each kind. */
        boolean isEven() {
            return kinds[0] == kinds[1] && kinds[1] == kinds[2] && kinds[2] == kinds[3];
        }
    }

    /** The end of the steps that were made last. */
    abstract End end();
}
