package io.mehari.impl.context;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Creates virtual threads by reflection, because this code is compiled for a JDK that has none. */
public final class VirtualThreads {
    private static final @Nullable MethodHandle OF_VIRTUAL;
    private static final @Nullable MethodHandle NAME;
    private static final @Nullable MethodHandle UNSTARTED;
    public static final boolean EXIST;

    private VirtualThreads() {}

    static Thread unstarted(String name, Runnable task) {
        if (OF_VIRTUAL == null || NAME == null || UNSTARTED == null) {
            throw new UnsupportedOperationException("This JDK has no virtual threads");
        }
        try {
            return (Thread) UNSTARTED.invoke(NAME.invoke(OF_VIRTUAL.invoke(), name), task);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Cannot make virtual thread " + name, e);
        }
    }

    static {
        MethodHandle ofVirtual = null;
        MethodHandle name = null;
        MethodHandle unstarted = null;
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            name = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class));
            unstarted = lookup.findVirtual(builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
        } catch (ReflectiveOperationException e) {
            ofVirtual = null; // before 21
        }
        OF_VIRTUAL = ofVirtual;
        NAME = name;
        UNSTARTED = unstarted;
        EXIST = ofVirtual != null && unstarted != null;
    }
}
