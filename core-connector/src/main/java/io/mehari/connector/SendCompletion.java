package io.mehari.connector;

/** When a sender continues: the option {@code completion} of an endpoint. */
public enum SendCompletion {
    /** When the other side has answered. The reply becomes the body. */
    Reply,

    /** When the message was written to the socket, or acknowledged by the broker; see the page of the component. */
    Accepted,

    /**
     * At once. A failure is counted and logged at most once a minute, and the message is sent to the endpoint that
     * {@code onSendFailure} names.
     */
    Queued
}
