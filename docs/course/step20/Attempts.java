package step20;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** Looks for the gap before a long: not needed, and right. */
    static class RightGap extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int size(String... types) {
                    int large = 0;
                    for (String type : types) {
                        large += bytes(type) == 8 ? 8 : 0;
                    }
                    int small = super.size(types) - 12 - large;
                    int size = large == 0 ? 12 + small : 16 + large + Math.max(0, small - 4);
                    return (size + 7) / 8 * 8;
                }
            };
        }
    }

    /** Leaves the gap empty whenever there is a long. */
    static class WrongEmptyGap extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int size(String... types) {
                    int gap = 0;
                    for (String type : types) {
                        gap = bytes(type) == 8 ? 4 : gap;
                    }
                    return (super.size(types) + gap + 7) / 8 * 8;
                }
            };
        }
    }

    /** Knows one answer. */
    static class WrongConstant extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int size(String... types) {
                    return 80;
                }
            };
        }
    }
}
