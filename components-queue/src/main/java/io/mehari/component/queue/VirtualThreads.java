package io.mehari.component.queue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Makes virtual threads where the JDK has them; this code is compiled for one that has none. */
final class VirtualThreads {
    private static final @Nullable MethodHandle UNSTARTED = find();
    static final boolean EXIST = UNSTARTED != null;

    private VirtualThreads() {}

    static Thread unstarted(String name, Runnable task) {
        if (UNSTARTED == null) {
            throw new UnsupportedOperationException("This JDK has no virtual threads");
        }
        try {
            Thread thread = (Thread) UNSTARTED.invoke(task);
            thread.setName(name);
            return thread;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Cannot make virtual thread " + name, e);
        }
    }

    /** {@code Thread.ofVirtual().unstarted(task)}. */
    private static @Nullable MethodHandle find() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            MethodHandle unstarted =
                    lookup.findVirtual(builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
            return MethodHandles.foldArguments(unstarted, ofVirtual);
        } catch (ReflectiveOperationException e) {
            return null; // before 21
        }
    }
}
