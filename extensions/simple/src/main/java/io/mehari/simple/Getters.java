package io.mehari.simple;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Handles of public methods: of those that a path in a text names, and of those of beans. */
final class Getters extends ClassValue<ConcurrentHashMap<String, MethodHandle>> {
    /*
     * The handles of a class are kept with the class, so they go with its class loader. There are as many for each
     * class as paths of routes have names.
     */
    private static final Getters OF = new Getters();
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

    private Getters() {}

    @Override
    protected ConcurrentHashMap<String, MethodHandle> computeValue(Class<?> type) {
        return new ConcurrentHashMap<>();
    }

    /**
     * The method that a name means for objects of this class, as {@code (Object)Object}: {@code name} is {@code
     * getName()}, {@code isName()} or {@code name()}, and {@code name()} is itself. Null if there is none.
     */
    static @Nullable MethodHandle of(Class<?> type, String name) {
        ConcurrentHashMap<String, MethodHandle> known = OF.get(type);
        MethodHandle getter = known.get(name);
        if (getter == null) {
            getter = find(type, name);
            if (getter != null) {
                known.put(name, getter);
            }
        }
        return getter;
    }

    private static @Nullable MethodHandle find(Class<?> type, String name) {
        if (name.endsWith("()")) {
            return getter(type, name.substring(0, name.length() - 2));
        }
        String end = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        MethodHandle found = null;
        for (String each : List.of("get" + end, "is" + end, name)) {
            found = found != null ? found : getter(type, each);
        }
        return found;
    }

    private static @Nullable MethodHandle getter(Class<?> type, String name) {
        try {
            Method method = type.getMethod(name);
            boolean fits = method.getReturnType() != void.class && !Modifier.isStatic(method.getModifiers());
            MethodHandle handle = fits ? handle(type, method) : null;
            return handle == null ? null : handle.asType(GETTER);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** A handle of a public method, of a supertype if Mehari may not use the class; null if there is none. */
    static @Nullable MethodHandle handle(@Nullable Class<?> type, Method method) {
        if (type == null) {
            return null;
        }
        try {
            Method same = type.getDeclaredMethod(method.getName(), method.getParameterTypes());
            if (Modifier.isPublic(same.getModifiers()) && same.trySetAccessible()) {
                return MethodHandles.publicLookup().unreflect(same);
            }
        } catch (ReflectiveOperationException e) {
            // then a supertype has it
        }
        for (Class<?> each : type.getInterfaces()) {
            MethodHandle handle = handle(each, method);
            if (handle != null) {
                return handle;
            }
        }
        return handle(type.getSuperclass(), method);
    }

    /** Throws what a method has thrown, also if it is a checked exception. */
    @SuppressWarnings("unchecked") // erased, so that nothing is cast
    static <E extends Throwable> RuntimeException unchanged(Throwable failure) throws E {
        throw (E) failure;
    }

    /** Says that Mehari may not use a class, and how to change that. */
    static String closed(Class<?> type) {
        return "the module " + type.getModule().getName() + " does not let Mehari use the class: write \"opens "
                + type.getPackageName()
                + " to io.mehari.simple;\" in its module-info, or make the class public and export"
                + " its package";
    }
}
