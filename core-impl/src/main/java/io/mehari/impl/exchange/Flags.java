package io.mehari.impl.exchange;

/** The boolean state of an exchange: the bits of one int. */
public final class Flags {
    /** Another exchange may use the same header storage: copy it before writing. */
    static final int HEADERS_SHARED = 1;
    /** Another exchange may use the same property storage: copy it before writing. */
    static final int PROPERTIES_SHARED = 1 << 1;

    public static final int IN_OUT = 1 << 2;
    static final int SPLIT_COMPLETE = 1 << 3;
    static final int ROLLBACK_ONLY = 1 << 4;
    static final int ROUTE_STOP = 1 << 6;
    static final int TRANSACTED = 1 << 7;
    static final int FAILURE_HANDLED = 1 << 8;
    static final int ERROR_HANDLER_DECIDED = 1 << 9;
    public static final int ERROR_HANDLER_HANDLED = 1 << 10;
    static final int REDELIVERY_EXHAUSTED = 1 << 11;
    public static final int WORK_DONE = 1 << 14;
    /** Completions are being run. */
    static final int WORK_ENDING = 1 << 15;
    /** Whether SPLIT_COMPLETE is set at all. */
    static final int SPLIT_COMPLETE_KNOWN = 1 << 16;
    /** The number of nested calls, stored within the flags. */
    public static final int CALL = 1 << 17;

    public static final int CALLS = 511 * CALL;
    /**
     * The caller of the route has given up ownership of the exchange: the route ends and releases it, or hands it over.
     */
    public static final int LEFT_TO_ROUTE = 1 << 26;
    /** The place of the failure was noted. */
    static final int FAILURE_PLACED = 1 << 27;
    /**
     * Released to a pool in checked mode: any further use throws. It is the sign bit, so the test is one comparison.
     */
    static final int RELEASED = 1 << 31;

    /** Each of these ends all routes of the exchange. */
    static final int ENDS_ROUTE = ROUTE_STOP | ERROR_HANDLER_HANDLED;

    /** Cleared when a failure was handled and the route continues. */
    static final int OF_FAILURE = ENDS_ROUTE | ERROR_HANDLER_DECIDED | REDELIVERY_EXHAUSTED | FAILURE_PLACED;

    /** Taken over from a child whose result the exchange becomes. */
    static final int OUTCOME =
            ENDS_ROUTE | ROLLBACK_ONLY | FAILURE_HANDLED | ERROR_HANDLER_DECIDED | REDELIVERY_EXHAUSTED;

    /** The outcome of an exchange so far, and its pattern. */
    static final int HISTORY = OUTCOME | IN_OUT | TRANSACTED | FAILURE_PLACED | CALLS;

    /** Inherited by a copy. */
    static final int COPIED = HISTORY | HEADERS_SHARED | PROPERTIES_SHARED | SPLIT_COMPLETE | SPLIT_COMPLETE_KNOWN;

    private Flags() {}
}
