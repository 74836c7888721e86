package io.mehari.component.netty;

/** When a sender goes on: the option {@code completion} of a producer. */
public enum SendCompletion {
    /** When the other side has answered. The reply becomes the body. The default if {@code sync=true}. */
    Reply,

    /**
     * When the message was written to the socket. That is no proof that the other side has got it. The default if
     * {@code sync=false}.
     */
    Accepted,

    /**
     * At once. The message is written soon, unless the connection fails; a failure is counted, logged at most once a
     * minute, and sent to the endpoint that {@code onSendFailure} names.
     */
    Queued
}
