package io.mehari.impl.base;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns the times that users give into milliseconds, and others into words. */
public final class Millis {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Millis() {}

    /**
     * Rounds up, so that a short time does not become none; a negative time stays negative.
     *
     * @param method the method whose parameter {@code time} it is
     */
    public static long of(@Nullable Duration time, String method) {
        if (time == null) {
            throw new IllegalArgumentException(
                    method + "(time): time is null; give a Duration, such as Duration.ofSeconds(1)");
        }
        if (time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(method + "(" + time
                    + "): that is more than 100 years; give a Duration, such as Duration.ofSeconds(1)");
        }
        return time.isNegative() ? -1 : time.plusNanos(999_999).toMillis();
    }

    /** A duration as in the options of a URI, such as 1m30s. */
    public static String words(Duration time) {
        return time.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
