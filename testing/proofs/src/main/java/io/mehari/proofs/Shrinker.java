package io.mehari.proofs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failed case smaller. Each round tries all cases that are one change smaller, and continues with the first one
 * that still fails.
 *
 * @param <P> a case
 * @param <F> a case that has failed
 */
public final class Shrinker<P, F> {
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Runs cases, and finds the first one that fails as before. */
    public interface Trial<P, F> {
        @Nullable
        F firstFailed(List<P> cases) throws Exception;
    }

    private final Function<F, List<P>> candidates;
    private final int atOnce;
    private final Trial<P, F> trial;

    /**
     * @param candidates the cases that are one change smaller, the smallest one first
     * @param atOnce how many of them are tried together
     */
    public Shrinker(Function<F, List<P>> candidates, int atOnce, Trial<P, F> trial) {
        this.candidates = candidates;
        this.atOnce = atOnce;
        this.trial = trial;
    }

    public F shrink(F failed) throws Exception {
        long end = System.nanoTime() + MOST_NANOS;
        F smallest = failed;
        for (F smaller = failed; smaller != null; smaller = smaller(smallest, end)) {
            smallest = smaller;
        }
        return smallest;
    }

    private @Nullable F smaller(F failed, long end) throws Exception {
        List<P> all = candidates.apply(failed);
        for (int i = 0; i < all.size() && System.nanoTime() - end < 0; i += atOnce) {
            F smaller = trial.firstFailed(all.subList(i, Math.min(i + atOnce, all.size())));
            if (smaller != null) {
                return smaller;
            }
        }
        return null;
    }

    /** The list with other elements in place of those from the first position up to the second one. */
    public static <T> List<T> replaced(List<T> list, int from, int to, List<T> by) {
        List<T> changed = new ArrayList<>(list.subList(0, from));
        changed.addAll(by);
        changed.addAll(list.subList(to, list.size()));
        return changed;
    }
}
