package io.mehari;

/** Whether the sender of a message waits for an answer. */
public enum ExchangePattern {
    /** One way: nobody waits for a reply. */
    InOnly,
    /** Request and reply: when the exchange is done, its message is the reply. */
    InOut;

    /** Whether a reply is expected. */
    public boolean isOutCapable() {
        return this == InOut;
    }
}
