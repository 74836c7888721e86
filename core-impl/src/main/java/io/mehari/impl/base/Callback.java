package io.mehari.impl.base;

import io.mehari.AsyncCallback;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Resumption;
import io.mehari.spi.internal.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The callback that a user's asynchronous processor gets; it works once. A second call is refused, and so is a late
 * call after the processor has reported that it is done: it could resume a later suspension of the exchange.
 */
public final class Callback extends Resumption {
    private volatile @Nullable AsyncCallback target;

    public Callback(AsyncCallback target) {
        this.target = target;
    }

    @Override
    public void done(boolean doneSync) {
        StackRoom.claim(StackRoom.EXECUTOR); // law S4: it is called anywhere, and a sender may wait for it
        AsyncCallback called = take();
        if (called != null) {
            called.done(doneSync);
        } else {
            Log.warn(
                    Callback.class,
                    "An asynchronous processor has called its callback twice, or after it had returned true or thrown;"
                            + " the call is ignored; call the callback exactly once",
                    new IllegalStateException("Called back here, by thread "
                            + Thread.currentThread().getName()));
        }
    }

    /** Refuses calls from now on. */
    public void close() {
        target = null;
    }

    /** The processor is done; calls the target unless the processor has done so itself. */
    public void doneUnlessCalled() {
        AsyncCallback called = take();
        if (called != null) {
            called.done(true);
        }
    }

    /** Removes the target and returns it; null if there is none any more. */
    private @Nullable AsyncCallback take() {
        AsyncCallback seen = target;
        return seen != null && TARGET.compareAndSet(this, seen, null) ? seen : null;
    }

    private static final VarHandle TARGET = VarHandles.field(MethodHandles.lookup(), "target", AsyncCallback.class);
}
