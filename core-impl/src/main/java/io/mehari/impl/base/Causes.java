package io.mehari.impl.base;

import java.util.ArrayDeque;

/** The chain of causes of a failure. */
public final class Causes {
    private static final int MAX = 100; // a chain of causes may have a cycle

    private Causes() {}

    /** The chain from the root cause to the failure itself. */
    public static Throwable[] innermostFirst(Throwable failure) {
        ArrayDeque<Throwable> chain = new ArrayDeque<>(4);
        for (Throwable each = failure; each != null && chain.size() < MAX; each = each.getCause()) {
            chain.push(each);
        }
        return chain.toArray(new Throwable[0]);
    }

    public static boolean has(Class<? extends Throwable> type, Throwable failure) {
        Throwable each = failure;
        for (int i = 0; each != null && i < MAX; i++) {
            if (type.isInstance(each)) {
                return true;
            }
            each = each.getCause();
        }
        return false;
    }
}
