package io.mehari.impl;

/** Says whether the calling thread is carrying a message through a route. Slow; for those who stop something. */
final class WithinRoute {
    private WithinRoute() {}

    static boolean isThisThread() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.anyMatch(frame -> frame.getDeclaringClass() == RouteCode.class));
    }
}
