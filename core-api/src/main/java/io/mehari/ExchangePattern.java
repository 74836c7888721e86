package io.mehari;

/** Whether the sender of a message waits for a reply. */
public enum ExchangePattern {
    /** One way: the sender does not wait for a reply. */
    InOnly,
    /** Request and reply: when the exchange is done, its message is the reply. */
    InOut
}
