package io.mehari.collect.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the two hashes of names are made of. */
class HashTest {
    private static final byte KEY = RandomBits.chooseKey();

    /** SipHash-1-3 as it is published, over blocks of 64 bits of which the last one holds the length. */
    private static long sipHash13(long key0, long key1, long... blocks) {
        long[] v = {
            key0 ^ 0x736f6d6570736575L,
            key1 ^ 0x646f72616e646f6dL,
            key0 ^ 0x6c7967656e657261L,
            key1 ^ 0x7465646279746573L
        };
        for (long block : blocks) {
            v[3] ^= block;
            sipRound(v);
            v[0] ^= block;
        }
        v[2] ^= 0xFF;
        sipRound(v);
        sipRound(v);
        sipRound(v);
        return v[0] ^ v[1] ^ v[2] ^ v[3];
    }

    private static void sipRound(long[] v) {
        v[0] += v[1];
        v[1] = Long.rotateLeft(v[1], 13) ^ v[0];
        v[0] = Long.rotateLeft(v[0], 32);
        v[2] += v[3];
        v[3] = Long.rotateLeft(v[3], 16) ^ v[2];
        v[0] += v[3];
        v[3] = Long.rotateLeft(v[3], 21) ^ v[0];
        v[2] += v[1];
        v[1] = Long.rotateLeft(v[1], 17) ^ v[2];
        v[2] = Long.rotateLeft(v[2], 32);
    }

    /** Four characters a block; the last one has those that are left and the length. */
    private static long[] blocks(String name) {
        long[] blocks = new long[name.length() / 4 + 1];
        for (int i = 0; i < name.length(); i++) {
            blocks[i / 4] = blocks[i / 4] << 16 | name.charAt(i);
        }
        blocks[blocks.length - 1] = blocks[blocks.length - 1] << 16 | name.length();
        return blocks;
    }

    private static long[] key() throws ReflectiveOperationException {
        assertThat(KEY).isEqualTo(RandomBits.DRAWN);
        Field key = RandomBits.class.getDeclaredField("drawn");
        key.setAccessible(true);
        return (long[]) key.get(null);
    }

    @Test
    void h6_theKeyedHashIsSipHash() throws ReflectiveOperationException {
        assertThat(sipHash13(0x0706050403020100L, 0x0f0e0d0c0b0a0908L, 0))
                .as("the published hash of nothing")
                .isEqualTo(0xabac0158050fc4dcL);
        long[] key = key();
        for (int length = 0; length < 40; length++) {
            String name = "abcdefghijklmnopqrstuvwxyz-[@]`{}abcdefg".substring(0, length);
            long hash = sipHash13(key[0], key[1], blocks(name));
            assertThat(KeyedHash.of(name, true, KEY)).isEqualTo((int) (hash ^ hash >>> 32));
        }
    }

    @Test
    void h6_theKeyedHashIsCaseSensitiveUnlessFolded() {
        assertThat(KeyedHash.of("NAME", false, KEY)).isNotEqualTo(KeyedHash.of("name", false, KEY));
        assertThat(KeyedHash.of("NAME", true, KEY)).isEqualTo(KeyedHash.of("name", false, KEY));
    }

    @Test
    void theQuickHashHeedsEveryCharacterOfAShortName() {
        for (int length = 1; length < 8; length++) {
            assertHeeds(
                    "abcdefg".substring(0, length), IntStream.range(0, length).toArray());
        }
    }

    @Test
    void theQuickHashHeedsEightCharactersOfALongName() {
        assertHeeds("abcdefghijklmnopqrst", 0, 2, 9, 10, 16, 17, 18, 19);
    }

    private static void assertHeeds(String name, int... places) {
        for (int place : places) {
            String other = name.substring(0, place) + 'z' + name.substring(place + 1);
            assertThat(QuickHash.of(other)).as(other).isNotEqualTo(QuickHash.of(name));
        }
    }

    @Test
    void theHighBitsOfAHashReachItsLowOnes() {
        assertThat(IntStream.range(0, 1024)
                        .map(high -> QuickHash.mix(high << 16) & 1023)
                        .distinct())
                .hasSizeGreaterThan(256);
    }
}
