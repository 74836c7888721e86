package io.mehari.impl.exchange;

/** The failure of an exchange that found no room on the heap or the stack. All such exchanges share it. */
final class NoRoom extends RuntimeException {
    NoRoom() {
        super(
                "An exchange failed, and the heap or the stack was full: give the JVM more memory (-Xmx or -Xss)",
                null,
                false,
                false);
    }
}
