package io.mehari.component.queue;

/**
 * Whether the sender of a message waits until it was processed. Set by the option of that name; for one message by an
 * exchange property {@value #PROPERTY}, whose value is one of these or its name.
 */
public enum WaitForTaskToComplete {
    /** The sender goes on as soon as the message is in the queue. */
    Never,
    /** The sender waits for the reply where the exchange expects one. */
    IfReplyExpected,
    /** The sender waits until the message was processed, and gets the result. */
    Always;

    /** Name of the exchange property that overrides the option. */
    public static final String PROPERTY = "MehariAsyncWait";
}
