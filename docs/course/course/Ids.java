package course;

import java.util.concurrent.atomic.AtomicLong;

/** Makes the ids of exchanges. All ids have the same length, so that all exchanges cost the same. */
public final class Ids {

    private static final AtomicLong COUNTER = new AtomicLong();

    private Ids() {}

    // region next
    public static String next() {
        char[] id = "ID-course-0000000000000000".toCharArray();
        long rest = COUNTER.getAndIncrement();
        for (int i = id.length - 1; rest != 0; i--) {
            id[i] = Character.forDigit((int) rest & 15, 16);
            rest >>>= 4;
        }
        return String.valueOf(id);
    }
    // endregion
}
