package io.mehari.component.queue;

/**
 * Whether the sender waits until its message was processed. Set by the option {@code waitForTaskToComplete}; for a
 * single message by the exchange property {@value #PROPERTY}, whose value is a constant of this type or its name.
 */
public enum WaitForTaskToComplete {
    /** The sender continues as soon as the message is in the queue. */
    Never,
    /** The sender waits if its exchange expects a reply ({@code InOut}). */
    IfReplyExpected,
    /** The sender waits until the message was processed, and gets the result. */
    Always;

    /** Name of the exchange property that overrides the option. */
    public static final String PROPERTY = "MehariAsyncWait";
}
