package io.mehari;

import org.jspecify.annotations.Nullable;

/** Reports that asynchronous work on an exchange is done. Call it exactly once; a second call has no effect. */
@FunctionalInterface
public interface AsyncCallback extends Runnable {
    /**
     * The work is done.
     *
     * @param doneSync true when called before {@link AsyncProcessor#process(Exchange, AsyncCallback)} returned, on the
     *     same thread
     */
    void done(boolean doneSync);

    /**
     * The callback that this one is certain to call, without waiting for anything else; null if there is none or this
     * is not known. Used to detect messages that wait for each other.
     */
    default @Nullable AsyncCallback calls() {
        return null;
    }

    /** The same as {@code done(false)}. */
    @Override
    default void run() {
        done(false);
    }
}
