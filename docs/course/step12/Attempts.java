package step12;

import java.util.List;
import java.util.stream.IntStream;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** Knows what the test once asked for. */
    static class WrongConstants extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int weigh(int... boxes) {
                    return 9;
                }

                @Override
                public int heaviest(int... boxes) {
                    return 5;
                }
            };
        }
    }

    /** The casts are in a nested class now. */
    static class WrongNested extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int heaviest(int... boxes) {
                    return Nested.largest(IntStream.of(boxes).boxed().toList());
                }
            };
        }

        private static final class Nested {
            static int largest(List<? extends Comparable<Integer>> all) {
                Comparable<Integer> largest = all.get(0);
                for (Comparable<Integer> each : all) {
                    if (each.compareTo((Integer) largest) > 0) {
                        largest = (Integer) each;
                    }
                }
                return (Integer) largest;
            }
        }
    }
}
