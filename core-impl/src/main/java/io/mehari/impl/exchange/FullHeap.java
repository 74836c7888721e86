package io.mehari.impl.exchange;

/** The failure of an exchange for which there was no room on the heap. All such exchanges share it. */
final class FullHeap extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("StaticAssignmentOfThrowable") // when it is needed there is no room for one
    static final FullHeap FAILURE = new FullHeap();

    private FullHeap() {
        super("An exchange failed, and the heap was full: give the JVM more memory (-Xmx)", null, false, false);
    }
}
