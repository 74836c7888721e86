package io.mehari.impl.base;

import io.mehari.spi.internal.Log;
import java.util.Arrays;
import java.util.Objects;

/** Adds a second failure to the first one as suppressed. All code uses this method to do so. */
public final class Suppressed {
    /*
     * The first exception may be one object that is thrown for every message, and what is added to it is never removed.
     * So it gets only a few suppressed exceptions, and no duplicates.
     */
    private static final int MOST = 4;

    private Suppressed() {}

    /** Does nothing; a call of it loads this class. */
    public static void load() {}

    /** Adds the second failure to the first, unless it is in there already or there are enough. */
    public static void add(Throwable first, Throwable second) {
        try {
            if (isNew(first, second)) {
                first.addSuppressed(second);
            }
        } catch (Throwable e) { // a user's exception may override these methods
            sayLost(second);
        }
    }

    /** A text needs memory when it is used first, and this is used when there may be none. */
    private static void sayLost(Throwable second) {
        try {
            Log.warn(Suppressed.class, "A second failure could not be added to the first", second);
        } catch (Throwable e) {
            // the heap is full
        }
    }

    private static boolean isNew(Throwable first, Throwable second) {
        Throwable[] known = first.getSuppressed();
        return known.length < MOST
                && !Arrays.asList(Causes.innermostFirst(first)).contains(second)
                && !Arrays.asList(Causes.innermostFirst(second)).contains(first)
                && Arrays.stream(known).noneMatch(each -> isSame(each, second));
    }

    private static boolean isSame(Throwable one, Throwable other) {
        return one.getClass() == other.getClass() && Objects.equals(one.getMessage(), other.getMessage());
    }
}
