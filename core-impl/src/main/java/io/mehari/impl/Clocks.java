package io.mehari.impl;

import io.mehari.spi.MessageClock;

/** The ways to know when a message was created, and what each costs. */
public final class Clocks {

    private static final MessageClock PRECISE = System::currentTimeMillis;
    private static final MessageClock OFF = () -> 0;

    private Clocks() {}

    /**
     * One read of memory per message; off by up to about 2 ms, more when the machine is so busy that the thread which
     * keeps the time does not run. That thread exists only while messages come: it ends after a
     * tenth of a second of idleness and is started again by the next message. The default.
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
