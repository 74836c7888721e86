package io.mehari.impl;

import io.mehari.spi.MessageClock;

/** The clocks for the creation time of messages, and what each costs. */
public final class Clocks {

    private Clocks() {}

    /**
     * The default. It reads the clock of the operating system while there are few messages; with 200 or more in a
     * millisecond, a message costs one read of memory. Then the time is off by up to about 2 ms, or more if the machine
     * is so busy that the clock's thread does not run. When there are few messages again, that thread sleeps within a
     * tenth of a second, and ends after another second.
     */
    public static MessageClock coarse() {
        return new CoarseClock();
    }

    /** Reads the clock of the operating system for each message. */
    public static MessageClock precise() {
        return System::currentTimeMillis;
    }

    /** No clock: {@code getCreated()} is 0. */
    public static MessageClock off() {
        return () -> 0;
    }
}
