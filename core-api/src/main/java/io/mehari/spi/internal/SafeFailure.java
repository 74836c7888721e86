package io.mehari.spi.internal;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a failure in a log: it has the same type, stack and causes, but {@link SafeText} has made its messages
 * safe.
 */
@SuppressWarnings("OverrideThrowableToString") // shows the type of the original failure
public final class SafeFailure extends Throwable {
    private static final int MOST_CAUSES = 20;

    private final String shown;

    private SafeFailure(String shown, @Nullable Throwable cause, StackTraceElement[] stack) {
        super(null, cause, false, true);
        this.shown = shown;
        setStackTrace(stack);
    }

    /** The failure itself if its messages, and those of its causes, are safe to log. */
    public static Throwable of(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return isSafe(failure, seen) ? failure : copy(failure, 0);
    }

    private static boolean isSafe(@Nullable Throwable failure, Set<Throwable> seen) {
        if (failure == null || !seen.add(failure)) {
            return true;
        }
        String text = String.valueOf(failure);
        return SafeText.message(text).equals(text)
                && isSafe(failure.getCause(), seen)
                && Stream.of(failure.getSuppressed()).allMatch(each -> isSafe(each, seen));
    }

    /** Copies the failure without suppressed exceptions, whose number is not limited. */
    private static SafeFailure copy(Throwable failure, int depth) {
        Throwable cause = failure.getCause();
        SafeFailure shownCause = cause == null || depth == MOST_CAUSES ? null : copy(cause, depth + 1);
        return new SafeFailure(SafeText.message(String.valueOf(failure)), shownCause, failure.getStackTrace());
    }

    @Override
    public String toString() {
        return shown;
    }
}
