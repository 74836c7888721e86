package io.mehari.collect.slots;

import org.jspecify.annotations.Nullable;

/** Pairs with an old value each: the smallest number for which a {@link HashedSlots} is used. */
final class Old {

    private static final int PAIRS = Slots.FLAT_PAIRS;
    private static final String OLD = "old";
    private static final String NEW = "new";

    private Old() {}

    static @Nullable Object[] pairs() {
        @Nullable Object[] pairs = new @Nullable Object[2 * PAIRS];
        for (int i = 0; i < pairs.length; i += 2) {
            pairs[i] = "name" + i;
            pairs[i + 1] = OLD;
        }
        return pairs;
    }

    static void change(@Nullable Object[] pairs) {
        for (int i = 0; i < 2 * PAIRS; i += 2) {
            pairs[i + 1] = NEW;
        }
    }

    /** The number of values that have changed. */
    static int changed(@Nullable Object[] pairs) {
        int changed = 0;
        for (int i = 0; i < 2 * PAIRS; i += 2) {
            if (pairs[i + 1] != OLD) {
                changed++;
            }
        }
        return changed;
    }
}
