package io.mehari.impl.exchange;

import io.mehari.spi.UuidGenerator;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An id that is made when it is first read. An exchange and the copies that refer to it by its id share one. */
final class LateId extends AtomicReference<@Nullable String> {
    /*
     * The exchange and its copies may be on different threads. The generator may be the user's, so no lock is held
     * while it runs: of two ids that are made at once, the first one set is the id, and the other is dropped.
     */

    String text(UuidGenerator generator) {
        String known = get();
        if (known != null) {
            return known;
        }
        String made = generator.generateUuid();
        String first = compareAndExchange(null, made);
        return first == null ? made : first;
    }

    /** Whether two ids, each a text, a LateId or null, are the same. An id that nobody has read is only itself. */
    static boolean areSame(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return false;
        }
        Object text = known(one);
        return one == other || (text != null && text.equals(known(other)));
    }

    private static @Nullable Object known(Object id) {
        return id instanceof LateId late ? late.get() : id;
    }
}
