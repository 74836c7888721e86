package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a thread carries a message through a route, runs its completions, or feeds a route. If such a
 * thread waited for the stop of that route, it would wait for itself. Which context the route belongs to, no stack
 * tells. Slow, so only for stops.
 */
public final class WithinRoute {
    /*
     * StackWalker gives the classes of the frames, but its first use takes 4 to 9 ms, a tenth of the time of a small
     * program. So the classes are found by their names where this is certain: if the stack is complete, and the frames
     * are of the JDK or of the loader of the application. For all others it is StackWalker.
     */
    private WithinRoute() {}

    public static boolean isThisThread() {
        return isWithin(2);
    }

    /** Like {@link #isThisThread}, but ignores the calling method, which may belong to a route itself. */
    static boolean isCaller() {
        return isWithin(3);
    }

    /** Looks at all frames but the first ones: those of this method and of its callers. */
    private static boolean isWithin(int skipped) {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        boolean certain = isComplete(frames);
        for (int i = skipped; certain && i < frames.length; i++) {
            if (!isOfJdk(frames[i])) {
                Class<?> type = classOf(frames[i]);
                if (type != null && isOfARoute(type)) {
                    return true;
                }
                certain = type != null;
            }
        }
        return !certain
                && StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                        .walk(all -> all.skip(skipped).anyMatch(each -> isOfARoute(each.getDeclaringClass())));
    }

    /** Whether the last frame is where a thread begins. Options of the JVM may cut a stack trace, or leave it out. */
    private static boolean isComplete(StackTraceElement[] frames) {
        if (frames.length == 0) {
            return false;
        }
        StackTraceElement last = frames[frames.length - 1];
        return last.getMethodName().equals("main")
                || (last.getMethodName().equals("run") && last.getClassName().startsWith("java.lang."));
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        return frame.getModuleName() != null && (loader == null || loader.equals("platform"));
    }

    /** The class of a frame; null if it is not certain which one that is. */
    private static @Nullable Class<?> classOf(StackTraceElement frame) {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        if (loader != WithinRoute.class.getClassLoader() || !"app".equals(frame.getClassLoaderName())) {
            return null;
        }
        try {
            return Class.forName(frame.getClassName(), false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static boolean isOfARoute(Class<?> type) {
        return type == RouteCode.class
                || type.getNestHost() == RouteEntry.class
                || AsyncCallback.class.isAssignableFrom(type) // resumes a suspended message
                || Consumer.class.isAssignableFrom(type);
    }

    /**
     * Whether a thread that carries a message through a route ends the process, by {@link System#exit}. Its message
     * cannot end: the thread waits until everything has stopped.
     */
    public static boolean isExiting() {
        for (StackTraceElement[] frames : Thread.getAllStackTraces().values()) {
            boolean exits = false;
            for (StackTraceElement each : frames) { // the innermost first
                exits |= each.getClassName().equals("java.lang.Shutdown");
                if (exits && each.getClassName().equals(RouteCode.class.getName())) {
                    return true;
                }
            }
        }
        return false;
    }
}
