package io.mehari.collect.slots;

/** A quick hash of at most eight characters of a name. It is easily attacked; see {@link HashedSlots}. */
final class QuickHash {

    private static final int FEW = 8;

    private QuickHash() {}

    /** Names that differ only in case have the same hash: bit 0x20 of every character is ignored. */
    static int of(String name) {
        int length = name.length();
        if (length < FEW) {
            int hash = length;
            for (int i = 0; i < length; i++) {
                hash = hash * 31 + (name.charAt(i) | 0x20);
            }
            return mix(hash);
        }
        // The products are independent, so the processor overlaps them; a chain of eight would take three times as
        // long.
        int middle = length >>> 1;
        return mix(length
                + (name.charAt(0) | 0x20) * 0x0000_1F35
                + (name.charAt(2) | 0x20) * 0x0003_C10D
                + (name.charAt(middle - 1) | 0x20) * 0x0074_D335
                + (name.charAt(middle) | 0x20) * 0x0E1F_9D6B
                + (name.charAt(length - 4) | 0x20) * 0x0000_5A17
                + (name.charAt(length - 3) | 0x20) * 0x000A_E9C5
                + (name.charAt(length - 2) | 0x20) * 0x0152_94B3
                + (name.charAt(length - 1) | 0x20) * 0x2A51_3F81);
    }

    /** Spreads a hash over all bits. */
    static int mix(int hash) {
        int spread = hash * 0x9E3779B9;
        return spread ^ (spread >>> 15);
    }
}
