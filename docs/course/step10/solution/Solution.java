package step10.solution;

import step10.Exercise;

/** The later pairs move up, as in an ArrayList, and both elements of the last pair are set to null. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public void remove(String name) {
        int at = find(name);
        if (at >= 0) {
            int end = end();
            System.arraycopy(pairs, at + 2, pairs, at, end - at - 2);
            pairs[end - 2] = null;
            pairs[end - 1] = null;
        }
    }
}
