package io.mehari.component.jms;

/** When a sender goes on: the option {@code completion} of a producer. */
public enum SendCompletion {
    /** When the reply is there. It becomes the body. The default of InOut. */
    Reply,

    /** When the broker has acknowledged the message. The default of InOnly. */
    Accepted,

    /**
     * At once. The message is sent soon; a failure is counted, logged at most once a minute, and the message is sent to
     * the endpoint that {@code onSendFailure} names.
     */
    Queued
}
