package io.mehari.component.kafka;

/** When a sender continues: the option {@code completion} of a producer. */
public enum SendCompletion {
    /** When the brokers have acknowledged the record, as the option {@code requestRequiredAcks} says. The default. */
    Accepted,

    /**
     * At once. A record that could not be written is counted and logged, at most once a minute. Its message is sent to
     * the endpoint that {@code onSendFailure} names.
     */
    Queued
}
