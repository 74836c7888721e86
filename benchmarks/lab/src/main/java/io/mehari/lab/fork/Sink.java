package io.mehari.lab.fork;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Takes results, so that the compiler must compute them. */
final class Sink {
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(Sink.class, "last", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // never read
    private @Nullable Object last;

    /** Uses an opaque write, which the compiler does not remove even if another write follows. */
    void take(@Nullable Object result) {
        LAST.setOpaque(this, result);
    }
}
