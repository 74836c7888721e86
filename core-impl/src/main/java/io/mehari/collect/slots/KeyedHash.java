package io.mehari.collect.slots;

import io.mehari.spi.AsciiCase;
import java.security.SecureRandom;

/**
 * SipHash-1-3 of the characters of a name. The key is chosen at random when this class is first used; names that
 * collide cannot be found without it.
 */
final class KeyedHash {

    private static final long KEY0;
    private static final long KEY1;

    static {
        SecureRandom random = new SecureRandom();
        KEY0 = random.nextLong();
        KEY1 = random.nextLong();
    }

    private long v0 = KEY0 ^ 0x736f6d6570736575L;
    private long v1 = KEY1 ^ 0x646f72616e646f6dL;
    private long v2 = KEY0 ^ 0x6c7967656e657261L;
    private long v3 = KEY1 ^ 0x7465646279746573L;

    private KeyedHash() {}

    static int of(String name, boolean folded) {
        KeyedHash state = new KeyedHash(); // does not escape, so compiled code does not allocate it
        int length = name.length();
        long block = 0;
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            block = (block << 16) | (folded ? AsciiCase.fold(c) : c);
            if ((i & 3) == 3) {
                state.absorb(block);
                block = 0;
            }
        }
        state.absorb((block << 16) | (length & 0xFFFF));
        return state.finish();
    }

    private void absorb(long block) {
        v3 ^= block;
        round();
        v0 ^= block;
    }

    private int finish() {
        v2 ^= 0xFF;
        round();
        round();
        round();
        long hash = v0 ^ v1 ^ v2 ^ v3;
        return (int) (hash ^ hash >>> 32);
    }

    private void round() {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
    }
}
