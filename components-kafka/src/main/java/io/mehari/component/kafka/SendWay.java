package io.mehari.component.kafka;

/** How a record is sent, in view of the records before it in its lane. */
enum SendWay {
    /** The next record need not wait for this send. */
    AHEAD,
    /** No other record of the lane is being sent, and none will be until this one has left the route. */
    ALONE,
    /** As ALONE, but some are being sent. */
    LATER,
    /** It comes again, because a record before it does. */
    NEVER
}
