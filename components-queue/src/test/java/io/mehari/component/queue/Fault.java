package io.mehari.component.queue;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A way in which the user's code may fail. */
enum Fault {
    RUNTIME,
    CHECKED,
    ERROR,
    OVERFLOW,
    INTERRUPTED,
    NULL,
    TWICE,
    LATE;

    /** Throws, or does nothing. */
    void strike() {
        Throwable thrown = switch (this) {
            case RUNTIME -> new IllegalStateException("runtime");
            case CHECKED -> new IOException("checked, by no signature");
            case ERROR -> new AssertionError("error");
            case INTERRUPTED -> new InterruptedException("interrupted");
            case OVERFLOW -> overflow(0);
            default -> null;
        };
        if (thrown != null) {
            Fault.<RuntimeException>sneak(thrown);
        }
    }

    /** Throws, or gives null, or else the value. */
    @SuppressWarnings("NullAway") // null where none is allowed is one of the faults
    <T> T or(@Nullable T value) {
        strike();
        return this == NULL ? null : value;
    }

    /** A stack that has really overflowed: what follows has little room left until it is unwound. */
    @SuppressWarnings("InfiniteRecursion")
    private static StackOverflowError overflow(int depth) {
        return depth < 0 ? new StackOverflowError() : overflow(depth + 1);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
