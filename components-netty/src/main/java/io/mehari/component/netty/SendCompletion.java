package io.mehari.component.netty;

/** When a sender continues: the option {@code completion} of a producer. */
public enum SendCompletion {
    /** When the other side has answered. The reply becomes the body. The default if {@code sync=true}. */
    Reply,

    /**
     * When the message was written to the socket. This does not prove that the other side has received it. The default
     * if {@code sync=false}.
     */
    Accepted,

    /**
     * At once. The message is written later. If that fails, the failure is counted and logged at most once a minute,
     * and the message is sent to the endpoint in {@code onSendFailure}.
     */
    Queued
}
