package io.mehari.brokers;

/** One that is measured: copies messages, and acknowledges each after the target has. */
interface Copier {
    /** Begins; the result ends it, when all messages are copied. */
    AutoCloseable start(Plan plan) throws Exception;
}
