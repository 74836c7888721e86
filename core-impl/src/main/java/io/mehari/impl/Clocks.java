package io.mehari.impl;

import io.mehari.spi.MessageClock;

/** The ways to know when a message was created, and what each costs. */
public final class Clocks {

    private static final MessageClock PRECISE = System::currentTimeMillis;
    private static final MessageClock OFF = () -> 0;

    private Clocks() {}

    /**
     * The operating system's clock while messages are few; one read of memory for each when 200 and more come in a millisecond.
     * Then it is off by up to about 2 ms, more when the machine is so busy that the thread which keeps the time does not
     * run. When messages become few that thread sleeps within a tenth of a second, and ends
     * after another second. The default.
     */
    public static MessageClock coarse() {
        return new CoarseClock();
    }

    /** The operating system's clock, read for each message. */
    public static MessageClock precise() {
        return PRECISE;
    }

    /** No time at all: {@code getCreated()} is 0. */
    public static MessageClock off() {
        return OFF;
    }
}
