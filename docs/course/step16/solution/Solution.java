package step16.solution;

import step16.Exercise;

/** Clears every field; the test fails if one is missing. */
public class Solution extends Exercise {

    public Solution() {}

    @Override
    public void reset() {
        super.reset();
        correlationId = null;
        failureHandled = false;
    }
}
