package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.Consumer;
import io.mehari.RoutingContext;
import io.mehari.impl.exchange.Continuation;
import java.lang.StackWalker.StackFrame;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the calling thread carries a message through a route, runs its completions, or feeds a route. If
 * such a thread stopped a route, it would wait for itself. Slow, so only for stops.
 */
@SuppressWarnings("overloads") // of the inherited andThen(), which nothing calls
public final class WithinRoute
        implements Function<Stream<StackFrame>, Boolean>, java.util.function.Consumer<StackFrame> {
    /*
     * StackWalker gives the classes of the frames, but its first use takes 4 to 9 ms, a tenth of the time of a small
     * program. So the classes are found by their names where this is certain: if the stack is complete, and the frames
     * are of the JDK or of the loader of the application. For all others it is StackWalker.
     *
     * An object and a spliterator, where lambdas and anyMatch() would be shorter: a context that stops would load more
     * classes for them.
     */
    private static final int ANY = -1;

    /** The contexts that run, by their numbers. Guarded by itself. In this class, so that a start loads none for it. */
    private static final List<WeakReference<RoutingContext>> CONTEXTS = new ArrayList<>();

    private final @Nullable RouteFrames frames; // null to look for a route of any context
    private int skipped;
    private boolean found;

    private WithinRoute(int skipped, int context) {
        this.skipped = skipped;
        this.frames = context == ANY ? null : new RouteFrames(context);
    }

    /**
     * The number of a context that starts, which tells its routes from those of others. It is small, because
     * numbers are used again; that of the first context is 0. A context keeps a number that it has.
     */
    public static int takeNumber(RoutingContext context) {
        synchronized (CONTEXTS) {
            int free = CONTEXTS.size();
            for (int i = CONTEXTS.size() - 1; i >= 0; i--) {
                RoutingContext owner = CONTEXTS.get(i).get();
                if (owner == context) {
                    return i;
                }
                free = owner == null ? i : free;
            }
            WeakReference<RoutingContext> taken = new WeakReference<>(context);
            if (free == CONTEXTS.size()) {
                CONTEXTS.add(taken);
            } else {
                CONTEXTS.set(free, taken);
            }
            return free;
        }
    }

    /** Called by a context that has stopped and has no message in flight. */
    public static void giveNumberBack(RoutingContext context) {
        synchronized (CONTEXTS) {
            for (WeakReference<RoutingContext> each : CONTEXTS) {
                if (each.get() == context) {
                    each.clear();
                }
            }
        }
    }

    /** Whether it is within a route of any context. */
    public static boolean isThisThread() {
        return isWithin(2, ANY);
    }

    /** Whether it is within a route of the context with this number; true also if that is not certain. */
    public static boolean isThisThread(int context) {
        return isWithin(2, context);
    }

    /**
     * How many messages of a context are on the stack of a thread that ends the process, by {@link System#exit}. They
     * cannot end: that thread waits until everything has stopped.
     */
    public static int messagesThatExit(int context) {
        for (StackTraceElement[] frames : Thread.getAllStackTraces().values()) {
            for (StackTraceElement each : frames) {
                if (each.getClassName().equals("java.lang.Shutdown")
                        && each.getMethodName().equals("exit")) {
                    return messages(frames, context);
                }
            }
        }
        return 0;
    }

    /** Counts the frames that began or resumed a message; 0 if the context of one is not certain. */
    private static int messages(StackTraceElement[] stack, int context) {
        RouteFrames frames = new RouteFrames(context);
        int messages = 0;
        boolean within = false;
        for (StackTraceElement each : stack) {
            boolean isOurs = each.getClassName().startsWith("io.mehari.impl.");
            Class<?> type = isOurs ? classOf(each) : null;
            if (type == null && isOurs && each.getClassName().indexOf('/') < 0) { // else it is the class of a lambda
                return 0;
            } else if (type != null) {
                within |= frames.isWithin(type, each.getMethodName());
                boolean begins =
                        type == RouteEntry.class && each.getMethodName().startsWith("run");
                boolean resumes =
                        type == Continuation.class && each.getMethodName().equals("done");
                if (within && (begins || resumes)) {
                    messages++;
                    within = false;
                }
            }
        }
        return messages;
    }

    /** Like {@link #isThisThread}, but ignores the calling method, which may belong to a route itself. */
    static boolean isCaller() {
        return isWithin(3, ANY);
    }

    /** Looks at all frames but the first ones: those of this method and of its callers. */
    private static boolean isWithin(int skipped, int context) {
        WithinRoute reader = new WithinRoute(0, context);
        StackTraceElement[] frames = new Throwable().getStackTrace();
        boolean certain = isComplete(frames);
        for (int i = skipped; certain && i < frames.length; i++) {
            if (!isOfJdk(frames[i])) {
                Class<?> type = classOf(frames[i]);
                if (type != null && reader.isWithin(type, frames[i].getMethodName())) {
                    return true;
                }
                certain = type != null;
            }
        }
        return !certain
                && StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                        .walk(new WithinRoute(skipped, context));
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
        found = --skipped < 0 && isWithin(frame.getDeclaringClass(), frame.getMethodName());
    }

    private boolean isWithin(Class<?> type, String method) {
        return frames == null ? isOfARoute(type) : frames.isWithin(type, method);
    }

    static boolean isOfARoute(Class<?> type) {
        return type == RouteCode.class
                || type.getNestHost() == RouteEntry.class
                || AsyncCallback.class.isAssignableFrom(type) // resumes a suspended message
                || Consumer.class.isAssignableFrom(type);
    }
}
