package io.mehari.impl.threads;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Creates virtual threads by reflection, because this code is compiled for a JDK that has none. */
public final class VirtualThreads {
    /** Makes a thread from its name and its task; null before Java 21. */
    private static final @Nullable MethodHandle UNSTARTED = find();

    public static final boolean EXIST = UNSTARTED != null;

    private VirtualThreads() {}

    static Thread unstarted(String name, Runnable task) {
        if (UNSTARTED == null) {
            throw new UnsupportedOperationException("This JDK has no virtual threads");
        }
        try {
            return (Thread) UNSTARTED.invokeExact(name, task);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Cannot make virtual thread " + name, e);
        }
    }

    /** {@code Thread.ofVirtual().name(name).unstarted(task)}. */
    private static @Nullable MethodHandle find() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            MethodHandle name = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class));
            MethodHandle unstarted =
                    lookup.findVirtual(builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
            return MethodHandles.collectArguments(unstarted, 0, MethodHandles.foldArguments(name, ofVirtual));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
