package step16.solution;

import step16.Exercise;

/** All of them. The test is what keeps it so. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public void reset() {
        super.reset();
        correlationId = null;
        failureHandled = false;
    }
}
