package io.mehari.proofs;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** What is random in a case. The same seed always draws the same, so that a failed case can be run again. */
public class Draw {
    private final RandomGenerator random;

    public Draw(RandomGenerator random) {
        this.random = random;
    }

    public final boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    public final boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** A number from 0 to one less than this. */
    public final int below(int end) {
        return random.nextInt(end);
    }

    /** A number from 1 to this. */
    public final int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    /** The index of one of these weights. Each is drawn as often as it is large. */
    public final int weighted(int... weights) {
        int at = random.nextInt(Arrays.stream(weights).sum());
        int index = 0;
        while (at >= weights[index]) {
            at -= weights[index++];
        }
        return index;
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    public final <T> T pick(List<? extends T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
