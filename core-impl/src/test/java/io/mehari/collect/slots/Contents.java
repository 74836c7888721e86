package io.mehari.collect.slots;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What tests look at in a storage. */
public final class Contents {

    private Contents() {}

    /** The array that holds the values, with the names or with a layout. */
    public static @Nullable Object[] array(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            return slots.pairs;
        }
        if (storage instanceof Object[] array) {
            return array;
        }
        throw new AssertionError("nothing is stored");
    }

    /** For how many values there is room. */
    public static int capacity(@Nullable Object storage) {
        return hasLayout(storage) ? array(storage).length - 1 : array(storage).length / 2;
    }

    public static boolean hasLayout(@Nullable Object storage) {
        return storage instanceof Object[] array && array[0] instanceof Layout;
    }

    public static final int MOST_NAMES = Layout.MOST_NAMES;

    /**
     * Takes all layouts there can be. Until what is returned is given up, storages hold their names themselves.
     */
    public static List<Object> takeAllLayouts() {
        System.gc(); // layouts of names that other tests used
        List<Object> taken = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Object storage = null;
            for (int j = 0; j < Layout.MOST_NAMES; j++) {
                storage = Slots.append(storage, false, "taken-" + i + "-" + j, "", i % 2 == 0);
            }
            taken.add(storage);
        }
        if (hasLayout(Slots.append(null, false, "one more", "", true))) {
            throw new AssertionError("there are still layouts");
        }
        return taken;
    }
}
