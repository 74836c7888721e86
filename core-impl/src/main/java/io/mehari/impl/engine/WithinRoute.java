package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.Consumer;

/**
 * Finds out whether the calling thread carries a message through a route, runs its completions, or feeds a route. If
 * such a thread stopped a route, it would wait for itself. Slow, so only for stops.
 */
public final class WithinRoute {
    private WithinRoute() {}

    public static boolean isThisThread() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.anyMatch(frame -> isOfARoute(frame.getDeclaringClass())));
    }

    /** Like {@link #isThisThread}, but ignores the calling method, which may belong to a route itself. */
    static boolean isCaller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.skip(2).anyMatch(frame -> isOfARoute(frame.getDeclaringClass())));
    }

    private static boolean isOfARoute(Class<?> type) {
        return type == RouteCode.class
                || type.getNestHost() == RouteEntry.class
                || AsyncCallback.class.isAssignableFrom(type) // resumes a suspended message
                || Consumer.class.isAssignableFrom(type);
    }
}
