package io.mehari;

/** Tells whoever suspended an exchange that its work is done. To be called exactly once. */
@FunctionalInterface
public interface AsyncCallback extends Runnable {
    /**
     * The work is done.
     *
     * @param doneSync true when called before {@link AsyncProcessor#process(Exchange, AsyncCallback)} returned, on the
     *     same thread
     */
    void done(boolean doneSync);

    /** Done, on another thread or later: {@code done(false)}. */
    @Override
    default void run() {
        done(false);
    }
}
