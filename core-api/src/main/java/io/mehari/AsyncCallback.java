package io.mehari;

/** Reports that asynchronous work on an exchange is done. Call it exactly once; a second call has no effect. */
@FunctionalInterface
public interface AsyncCallback {
    /**
     * The work is done.
     *
     * @param doneSync true when called before {@link AsyncProcessor#process(Exchange, AsyncCallback)} returned, on the
     *     same thread
     */
    void done(boolean doneSync);
}
