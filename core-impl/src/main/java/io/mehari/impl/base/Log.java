package io.mehari.impl.base;

import io.mehari.spi.SafeText;

/** Logs warnings. Logging classes are not loaded before the first warning. */
public final class Log {
    private Log() {}

    public static void warn(Class<?> source, String text) {
        System.getLogger(source.getName()).log(System.Logger.Level.WARNING, text);
    }

    /** Never throws, even if the user's exception cannot be printed. */
    @SuppressWarnings("CatchingUnchecked")
    public static void warn(Class<?> source, String text, Throwable failure) {
        try {
            System.getLogger(source.getName()).log(System.Logger.Level.WARNING, text, SafeText.failure(failure));
        } catch (Throwable e) {
            warn(source, text + " (" + failure.getClass().getName() + ", which cannot be printed)");
        }
    }
}
