package io.mehari.woven;

import java.util.List;

/** The shapes of cases. Their code is loaded by the {@link WovenLoader}, as Mehari is. */
public interface Cases {

    /** The names of all shapes. */
    List<String> names();

    /**
     * Runs one shape. Returns the complaints; none if law S4 held.
     *
     * @param real whether in real time, with the real thread pools, instead of in simulated time
     */
    List<String> run(String name, long seed, boolean real, Strike strike);

    /** What may throw, from when to when. */
    interface Strike {
        void arm();

        /** Whether nothing is thrown on the calling thread, which is the judge's. */
        default void spareMe(boolean spared) {
            Point.spare(spared ? Thread.currentThread() : null);
        }

        /** Nothing is thrown after this. */
        void disarm();

        /** Whether anything was thrown before {@link #disarm}. */
        boolean hasThrown();
    }
}
