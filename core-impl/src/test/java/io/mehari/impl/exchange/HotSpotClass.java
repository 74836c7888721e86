package io.mehari.impl.exchange;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What HotSpot itself keeps about a class, read from the running JVM's own memory. */
final class HotSpotClass {
    /*
     * HotSpot exports a table of its structures for debuggers (gHotSpotVMStructs): a row for each field with its type,
     * name and offset. With it and with sun.misc.Unsafe a Klass can be read in any version that still has the field
     * under its name. Nothing is written.
     */
    private static final Memory MEMORY = new Memory();

    private final long klass;
    private final Map<String, Long> offsets;

    private HotSpotClass(long klass, Map<String, Long> offsets) {
        this.klass = klass;
        this.offsets = offsets;
    }

    /** Empty when this JVM is no HotSpot, or keeps no such fields any more. */
    static Optional<HotSpotClass> of(Class<?> type) {
        Map<String, Long> offsets = offsets();
        if (!offsets.keySet()
                .containsAll(java.util.List.of(
                        "java_lang_Class::_klass_offset",
                        "Klass::_secondary_supers",
                        "Klass::_secondary_super_cache",
                        "Array<Klass*>::_length"))) {
            return Optional.empty();
        }
        int mirrorToKlass = MEMORY.getInt(offsets.get("java_lang_Class::_klass_offset")); // a static: its address
        return Optional.of(new HotSpotClass(MEMORY.getLongIn(type, mirrorToKlass), offsets));
    }

    /** How many types a cast has to search that are not among the first eight ancestors: its interfaces, mostly. */
    int secondarySupers() {
        long list = MEMORY.getLong(klass + offsets.get("Klass::_secondary_supers"));
        return MEMORY.getInt(list + offsets.get("Array<Klass*>::_length"));
    }

    /** The interface that a cast of such an object found last: {@code _secondary_super_cache}. */
    boolean remembers(HotSpotClass found) {
        return cache() == found.klass;
    }

    boolean remembersNothing() {
        return cache() == 0;
    }

    private long cache() {
        return MEMORY.getLong(klass + offsets.get("Klass::_secondary_super_cache"));
    }

    // ---- the table

    private static Map<String, Long> offsets() {
        Map<String, Long> offsets = new HashMap<>();
        long row = symbol("gHotSpotVMStructs");
        if (row == 0) {
            return offsets;
        }
        long typeAt = symbol("gHotSpotVMStructEntryTypeNameOffset");
        long fieldAt = symbol("gHotSpotVMStructEntryFieldNameOffset");
        long staticAt = symbol("gHotSpotVMStructEntryIsStaticOffset");
        long offsetAt = symbol("gHotSpotVMStructEntryOffsetOffset");
        long addressAt = symbol("gHotSpotVMStructEntryAddressOffset");
        long stride = symbol("gHotSpotVMStructEntryArrayStride");
        for (; MEMORY.getLong(row + fieldAt) != 0; row += stride) {
            String name = text(MEMORY.getLong(row + typeAt)) + "::" + text(MEMORY.getLong(row + fieldAt));
            boolean isStatic = MEMORY.getInt(row + staticAt) != 0;
            offsets.put(name, MEMORY.getLong(row + (isStatic ? addressAt : offsetAt)));
        }
        return offsets;
    }

    /** The value of a symbol of eight bytes that the JVM's library exports; 0 when it does not. */
    private static long symbol(String name) {
        long address = MEMORY.addressOf(name);
        return address == 0 ? 0 : MEMORY.getLong(address);
    }

    private static String text(long address) {
        if (address == 0) {
            return "";
        }
        int length = 0;
        while (MEMORY.getByte(address + length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = MEMORY.getByte(address + i);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** {@code sun.misc.Unsafe}, by method handles: javac warns of its name, and the warning cannot be suppressed. */
    private static final class Memory {
        private final MethodHandle getByte;
        private final MethodHandle getInt;
        private final MethodHandle getLong;
        private final MethodHandle getLongIn;
        private final MethodHandle findNative;

        Memory() {
            try {
                Class<?> type = Class.forName("sun.misc.Unsafe");
                Field field = type.getDeclaredField("theUnsafe");
                field.setAccessible(true);
                Object unsafe = field.get(null);
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                getByte = lookup.bind(unsafe, "getByte", MethodType.methodType(byte.class, long.class));
                getInt = lookup.bind(unsafe, "getInt", MethodType.methodType(int.class, long.class));
                getLong = lookup.bind(unsafe, "getLong", MethodType.methodType(long.class, long.class));
                getLongIn = lookup.bind(unsafe, "getLong", MethodType.methodType(long.class, Object.class, long.class));
                findNative = findNative(trustedLookup(lookup, unsafe));
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        /** Looks a symbol up in the libraries of the JDK itself. */
        private static MethodHandle findNative(MethodHandles.Lookup trusted) throws Throwable {
            Class<?> libraries = Class.forName("jdk.internal.loader.NativeLibraries");
            Object ofTheJdk = trusted.findStatic(
                            Class.forName("jdk.internal.loader.BootLoader"),
                            "getNativeLibraries",
                            MethodType.methodType(libraries))
                    .invoke();
            return trusted.findVirtual(libraries, "find", MethodType.methodType(long.class, String.class))
                    .bindTo(ofTheJdk);
        }

        /** The lookup that may see the JDK's own classes without the whole build having to open java.base. */
        private static MethodHandles.Lookup trustedLookup(MethodHandles.Lookup lookup, Object unsafe) throws Throwable {
            Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
            Object base = lookup.bind(unsafe, "staticFieldBase", MethodType.methodType(Object.class, Field.class))
                    .invoke(trusted);
            long offset =
                    (long) lookup.bind(unsafe, "staticFieldOffset", MethodType.methodType(long.class, Field.class))
                            .invoke(trusted);
            return (MethodHandles.Lookup)
                    lookup.bind(unsafe, "getObject", MethodType.methodType(Object.class, Object.class, long.class))
                            .invoke(base, offset);
        }

        long addressOf(String symbol) {
            return asLong(findNative, symbol);
        }

        byte getByte(long address) {
            return (byte) asLong(getByte, address);
        }

        int getInt(long address) {
            return (int) asLong(getInt, address);
        }

        long getLong(long address) {
            return asLong(getLong, address);
        }

        long getLongIn(Object object, long offset) {
            return asLong(getLongIn, object, offset);
        }

        private static long asLong(MethodHandle handle, Object... arguments) {
            try {
                return ((Number) handle.invokeWithArguments(arguments)).longValue();
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }
}
