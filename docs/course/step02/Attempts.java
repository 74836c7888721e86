package step02;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** A record, and a Long in it. */
    static class WrongTwoObjects extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Parcel parcel(int grams, int priority, boolean express, boolean paid, long sentAt) {
                    return new Packed(grams << 5 | priority << 2 | (express ? 2 : 0) | (paid ? 1 : 0), sentAt, sentAt);
                }
            };
        }
    }

    /** Two ints: the time in seconds. */
    static class WrongSeconds extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Parcel parcel(int grams, int priority, boolean express, boolean paid, long sentAt) {
                    int facts = grams << 5 | priority << 2 | (express ? 2 : 0) | (paid ? 1 : 0);
                    return new Packed(facts, sentAt / 1000 * 1000, null);
                }
            };
        }
    }

    /** The priority takes bits of the grams. */
    static class WrongMask extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Parcel parcel(int grams, int priority, boolean express, boolean paid, long sentAt) {
                    return new Packed(grams << 4 | priority << 2 | (express ? 2 : 0) | (paid ? 1 : 0), sentAt, null);
                }
            };
        }
    }

    private static final class Packed extends Exercise.Parcel {
        private final int facts;
        private final long time;

        @SuppressWarnings("UnusedVariable") // its cost is what is wrong
        private final Object[] more;

        Packed(int facts, long time, Long more) {
            this.facts = facts;
            this.time = time;
            this.more = more == null ? null : new Object[] {more};
        }

        @Override
        public int grams() {
            return facts >>> 5;
        }

        @Override
        public int priority() {
            return facts >> 2 & 7;
        }

        @Override
        public boolean express() {
            return (facts & 2) != 0;
        }

        @Override
        public boolean paid() {
            return (facts & 1) != 0;
        }

        @Override
        public long sentAt() {
            return time;
        }
    }
}
