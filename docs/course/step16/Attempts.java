package step16;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import step16.solution.Solution;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** Leaves a boolean. */
    static class WrongLeavesAFlag extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void reset() {
                    super.reset();
                    correlationId = null;
                }
            };
        }
    }

    /** A field of its own, which it does not clear. */
    static class WrongNewField extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Solution() {
                @SuppressWarnings("UnusedVariable") // found by reflection
                private Object added;
            };
        }
    }

    /** A list that is final, and is not emptied. */
    static class WrongFinalList extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Solution() {
                @SuppressWarnings("UnusedVariable") // found by reflection
                private final List<Object> notes = new ArrayList<>();
            };
        }
    }

    /** The list is emptied. */
    static class RightFinalList extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Solution() {
                private final List<Object> notes = new ArrayList<>();

                @Override
                public void reset() {
                    super.reset();
                    notes.clear();
                }
            };
        }
    }

    /** More data in an object that is replaced, arrays, and all the types of numbers. */
    static class RightOtherTypes extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Tried();
        }

        @SuppressWarnings("UnusedVariable") // found by reflection
        private static final class Rest {
            int splitSize;
            String note;
        }

        @SuppressWarnings("UnusedVariable") // found by reflection
        private static final class Tried extends Solution {
            private Rest rest = new Rest();
            private final Object lock = new Object();
            private byte priority;
            private double share;
            private Object[] pairs;
            private Map<String, Object> properties;

            @Override
            public void reset() {
                super.reset();
                rest = new Rest();
                priority = 0;
                share = 0;
                pairs = null;
                properties = null;
            }
        }
    }
}
