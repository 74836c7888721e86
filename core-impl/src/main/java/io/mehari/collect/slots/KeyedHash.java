package io.mehari.collect.slots;

import io.mehari.spi.internal.AsciiCase;
import java.util.Objects;

/**
 * SipHash-1-3 of the characters of a name, with a key of {@link RandomBits}. Without the key, colliding names cannot be
 * found.
 */
final class KeyedHash {

    private long v0;
    private long v1;
    private long v2;
    private long v3;

    private KeyedHash(long key0, long key1) {
        v0 = key0 ^ 0x736f6d6570736575L;
        v1 = key1 ^ 0x646f72616e646f6dL;
        v2 = key0 ^ 0x6c7967656e657261L;
        v3 = key1 ^ 0x7465646279746573L;
    }

    /** @param chosen which key, from {@link RandomBits#chooseKey} */
    static int of(String name, boolean folded, byte chosen) {
        long[] key = Objects.requireNonNull(RandomBits.key(chosen));
        KeyedHash state = new KeyedHash(key[0], key[1]); // does not escape, so compiled code does not allocate it
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
