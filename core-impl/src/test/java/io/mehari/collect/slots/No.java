package io.mehari.collect.slots;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** In place of {@link java.security.SecureRandom}, for {@link RandomBitsTest}; its name is as long. */
public final class No {
    static final long BITS = 0x0707070707070707L;

    /** What the next call throws; null if it works. */
    static volatile @Nullable Supplier<Throwable> failure;

    public void nextBytes(byte[] into) throws Throwable {
        Supplier<Throwable> fails = failure;
        if (fails != null) {
            throw fails.get();
        }
        Arrays.fill(into, (byte) 7);
    }
}
