package step10;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** Moves the last pair into the gap, and clears it. */
    static class WrongOrder extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void remove(String name) {
                    int at = find(name);
                    if (at >= 0) {
                        int end = end();
                        pairs[at] = pairs[end - 2];
                        pairs[at + 1] = pairs[end - 1];
                        pairs[end - 2] = null;
                        pairs[end - 1] = null;
                    }
                }
            };
        }
    }

    /** Keeps the last value. */
    static class WrongKeepsTheValue extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void remove(String name) {
                    int at = find(name);
                    if (at >= 0) {
                        int end = end();
                        System.arraycopy(pairs, at + 2, pairs, at, end - at - 2);
                        pairs[end - 2] = null;
                    }
                }
            };
        }
    }

    /** Moves one pair too many, which a full array has not. */
    static class WrongFull extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void remove(String name) {
                    int at = find(name);
                    if (at >= 0) {
                        int end = end();
                        System.arraycopy(pairs, at + 2, pairs, at, end - at);
                    }
                }
            };
        }
    }

    /** A new array for each remove: it allocates, and is right. */
    static class RightNewArray extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void remove(String name) {
                    int at = find(name);
                    if (at >= 0) {
                        int end = end();
                        Object[] others = new Object[pairs.length];
                        System.arraycopy(pairs, 0, others, 0, at);
                        System.arraycopy(pairs, at + 2, others, at, end - at - 2);
                        pairs = others;
                    }
                }
            };
        }
    }
}
