package io.mehari.collect.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The keys of tables and the beginnings of ids, on a system without a device, if its generator fails. */
class RandomBitsTest {
    private static final List<Supplier<Throwable>> FAILURES =
            List.of(() -> new IllegalStateException("no provider"), OutOfMemoryError::new, NoClassDefFoundError::new);

    /** A copy of the class that has drawn nothing, and knows another device and another generator. */
    private static final class Fresh extends ClassLoader {
        private final Class<?> type;

        Fresh() throws Exception {
            super(RandomBits.class.getClassLoader());
            try (InputStream file = RandomBits.class.getResourceAsStream("RandomBits.class")) {
                String code = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.ISO_8859_1);
                code = replace(code, "/dev/urandom", "/dev/nothing");
                code = replace(code, name(SecureRandom.class), name(No.class));
                byte[] changed = code.getBytes(StandardCharsets.ISO_8859_1);
                type = defineClass(RandomBits.class.getName(), changed, 0, changed.length);
            }
        }

        private static String name(Class<?> type) {
            return type.getName().replace('.', '/');
        }

        /** Of one length, so that the format of the class stays as it is. */
        private static String replace(String code, String old, String other) {
            assertThat(other).hasSameSizeAs(old);
            assertThat(code).containsOnlyOnce(old);
            return code.replace(old, other);
        }

        Object call(String name) throws Exception {
            Method method = type.getDeclaredMethod(name);
            method.setAccessible(true);
            return method.invoke(null);
        }

        long[] key(byte chosen) throws Exception {
            Method method = type.getDeclaredMethod("key", byte.class);
            method.setAccessible(true);
            return (long[]) method.invoke(null, chosen);
        }
    }

    @Test
    void h6_aKeyThatCannotBeDrawnIsMixedAndTheNextTableTriesAgain() throws Exception {
        Set<Long> seen = new HashSet<>();
        for (Supplier<Throwable> failure : FAILURES) {
            Fresh fresh = new Fresh();
            No.failure = failure;
            assertThat(fresh.call("chooseKey")).isEqualTo(RandomBits.MIXED);
            assertThat(fresh.call("chooseKey")).as("it fails again").isEqualTo(RandomBits.MIXED);
            long[] mixed = fresh.key(RandomBits.MIXED);
            assertThat(mixed).hasSize(2);
            assertThat(seen.add(mixed[0])).as("no constant").isTrue();
            assertThat(seen.add(mixed[1])).as("no constant").isTrue();

            No.failure = null;
            assertThat(fresh.call("chooseKey")).isEqualTo(RandomBits.DRAWN);
            assertThat(fresh.key(RandomBits.DRAWN)).containsOnly(No.BITS);
            assertThat(fresh.key(RandomBits.MIXED))
                    .as("the first tables keep it")
                    .isSameAs(mixed);
        }
    }

    @Test
    void s4_theBeginningOfAnIdIsMixedIfItCannotBeDrawn() throws Exception {
        Set<Object> seen = new HashSet<>();
        for (Supplier<Throwable> failure : FAILURES) {
            No.failure = failure;
            assertThat(seen.add(new Fresh().call("next"))).isTrue();
        }
    }
}
