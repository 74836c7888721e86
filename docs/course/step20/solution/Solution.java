package step20.solution;

import step20.Exercise;

/** A gap that stays empty before a long is never larger than what the rounding adds, so the sum is enough. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public int size(String... types) {
        return (super.size(types) + 7) / 8 * 8;
    }
}
