package io.mehari.impl;

/** Warnings about what must not keep anything else from happening. Logging is not loaded before the first of them. */
final class Log {
    private Log() {}

    static void warn(Class<?> source, String text) {
        System.getLogger(source.getName()).log(System.Logger.Level.WARNING, text);
    }

    static void warn(Class<?> source, String text, Throwable failure) {
        System.getLogger(source.getName()).log(System.Logger.Level.WARNING, text, failure);
    }
}
