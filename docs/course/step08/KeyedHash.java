package step08;

/** SipHash-1-3 over a name's folded characters. Without the key, colliding names cannot be found. */
final class KeyedHash {

    private long a;
    private long b;
    private long c;
    private long d;

    private KeyedHash(long key0, long key1) {
        a = key0 ^ 0x736f6d6570736575L;
        b = key1 ^ 0x646f72616e646f6dL;
        c = key0 ^ 0x6c7967656e657261L;
        d = key1 ^ 0x7465646279746573L;
    }

    // region hash
    static int hash(String name, long key0, long key1) {
        KeyedHash state = new KeyedHash(key0, key1);
        int length = name.length();
        long word = 0;
        for (int i = 0; i < length; i++) {
            word = (word << 16) | Names.fold(name.charAt(i));
            if ((i & 3) == 3) {
                state.absorb(word);
                word = 0;
            }
        }
        state.absorb((word << 16) | (length & 0xFFFF));
        return state.finish();
    }

    private void absorb(long word) {
        d ^= word;
        round();
        a ^= word;
    }

    private int finish() {
        c ^= 0xFF;
        round();
        round();
        round();
        long hash = a ^ b ^ c ^ d;
        return (int) (hash ^ (hash >>> 32));
    }
    // endregion

    private void round() {
        a += b;
        b = Long.rotateLeft(b, 13) ^ a;
        a = Long.rotateLeft(a, 32);
        c += d;
        d = Long.rotateLeft(d, 16) ^ c;
        a += d;
        d = Long.rotateLeft(d, 21) ^ a;
        c += b;
        b = Long.rotateLeft(b, 17) ^ c;
        c = Long.rotateLeft(c, 32);
    }
}
