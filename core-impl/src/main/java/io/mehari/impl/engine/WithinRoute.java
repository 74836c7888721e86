package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.Consumer;
import java.lang.StackWalker.StackFrame;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds out whether the calling thread carries a message through a route, runs its completions, or feeds a route. If
 * such a thread stopped a route, it would wait for itself. Slow, so only for stops.
 */
@SuppressWarnings("overloads") // of the inherited andThen(), which nothing calls
public final class WithinRoute
        implements Function<Stream<StackFrame>, Boolean>, java.util.function.Consumer<StackFrame> {
    /*
     * An object and a spliterator, where lambdas and anyMatch() would be shorter: a context that stops would load more
     * classes for them.
     */
    private int skipped;
    private boolean found;

    private WithinRoute(int skipped) {
        this.skipped = skipped;
    }

    public static boolean isThisThread() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(new WithinRoute(0));
    }

    /** Like {@link #isThisThread}, but ignores the calling method, which may belong to a route itself. */
    static boolean isCaller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(new WithinRoute(2));
    }

    @Override
    public Boolean apply(Stream<StackFrame> frames) {
        Spliterator<StackFrame> each = frames.spliterator();
        boolean more = true;
        while (more && !found) {
            more = each.tryAdvance(this);
        }
        return found;
    }

    @Override
    public void accept(StackFrame frame) {
        found = --skipped < 0 && isOfARoute(frame.getDeclaringClass());
    }

    private static boolean isOfARoute(Class<?> type) {
        return type == RouteCode.class
                || type.getNestHost() == RouteEntry.class
                || AsyncCallback.class.isAssignableFrom(type) // resumes a suspended message
                || Consumer.class.isAssignableFrom(type);
    }
}
