package io.mehari.lab.fork;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Takes results, so that the compiler must make them. */
final class Sink {
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(Sink.class, "last", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // only written
    private @Nullable Object last;

    /** An opaque write is not left out, even if another follows. */
    void take(@Nullable Object result) {
        LAST.setOpaque(this, result);
    }
}
