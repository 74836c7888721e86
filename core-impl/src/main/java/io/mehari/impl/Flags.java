package io.mehari.impl;

/** The yes-or-no facts of an exchange: bits of one int. */
final class Flags {
    /** Headers storage may be referred to by another exchange: copy before writing. */
    static final int HEADERS_SHARED = 1;
    /** The same for properties. */
    static final int PROPERTIES_SHARED = 1 << 1;

    static final int IN_OUT = 1 << 2;
    static final int SPLIT_COMPLETE = 1 << 3;
    static final int ROLLBACK_ONLY = 1 << 4;
    static final int ROLLBACK_ONLY_LAST = 1 << 5;
    static final int ROUTE_STOP = 1 << 6;
    static final int TRANSACTED = 1 << 7;
    static final int FAILURE_HANDLED = 1 << 8;
    static final int ERROR_HANDLER_DECIDED = 1 << 9;
    static final int ERROR_HANDLER_HANDLED = 1 << 10;
    static final int REDELIVERY_EXHAUSTED = 1 << 11;
    static final int INTERRUPTED = 1 << 12;
    static final int NOTIFY_EVENT = 1 << 13;
    static final int WORK_DONE = 1 << 14;
    /** Completions are being run. */
    static final int WORK_ENDING = 1 << 15;
    /** It was said whether this is the last part; SPLIT_COMPLETE means nothing without it. */
    static final int SPLIT_COMPLETE_KNOWN = 1 << 16;
    /** How many calls deep the exchange is, a number within the flags. */
    static final int CALL = 1 << 17;

    static final int CALLS = 511 * CALL;
    /** Whoever fed a route with it has given it up: the route ends and releases it, or hands it over. */
    static final int LEFT_TO_ROUTE = 1 << 26;
    /** Given back to a pool that checks: any further use throws. The sign bit, so that the test is one compare. */
    static final int RELEASED = 1 << 31;

    /** Each of these ends all routes the exchange is in. */
    static final int ENDS_ROUTE = ROUTE_STOP | ERROR_HANDLER_HANDLED;

    /** What became of an exchange on its way, and what pattern it has. */
    static final int HISTORY = ENDS_ROUTE
            | IN_OUT
            | ROLLBACK_ONLY
            | ROLLBACK_ONLY_LAST
            | TRANSACTED
            | FAILURE_HANDLED
            | ERROR_HANDLER_DECIDED
            | REDELIVERY_EXHAUSTED
            | CALLS;

    /** What an exchange takes over of a child that is its result. */
    static final int OUTCOME = ENDS_ROUTE
            | ROLLBACK_ONLY
            | ROLLBACK_ONLY_LAST
            | FAILURE_HANDLED
            | ERROR_HANDLER_DECIDED
            | REDELIVERY_EXHAUSTED;

    /** What a copy takes over: how the message is, not what became of the original's journey. */
    static final int COPIED = HEADERS_SHARED
            | PROPERTIES_SHARED
            | IN_OUT
            | SPLIT_COMPLETE
            | SPLIT_COMPLETE_KNOWN
            | ROLLBACK_ONLY
            | ROLLBACK_ONLY_LAST
            | ROUTE_STOP
            | TRANSACTED
            | FAILURE_HANDLED
            | ERROR_HANDLER_DECIDED
            | ERROR_HANDLER_HANDLED
            | REDELIVERY_EXHAUSTED
            | NOTIFY_EVENT
            | CALLS;

    private Flags() {}
}
