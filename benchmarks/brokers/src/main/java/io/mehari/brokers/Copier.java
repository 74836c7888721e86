package io.mehari.brokers;

/** A measured implementation: it copies messages, and acknowledges each one after the target has acknowledged it. */
interface Copier {
    /** Starts copying. The caller closes the result after all messages are copied. */
    AutoCloseable start(Plan plan) throws Exception;
}
