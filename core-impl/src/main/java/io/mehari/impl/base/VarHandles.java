package io.mehari.impl.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Creates handles for fields. */
public final class VarHandles {
    private VarHandles() {}

    /** The handle of a field of the class that calls {@code MethodHandles.lookup()}. */
    public static VarHandle field(MethodHandles.Lookup lookup, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
