package step08;

import java.util.ArrayList;
import java.util.List;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** The length is part of the hash. */
    static class WrongLengths extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public List<String> namesOfOneHash(int count) {
                    List<String> names = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        names.add("X-Tr" + i + "acer");
                    }
                    return names;
                }
            };
        }
    }

    /** One name, many times. */
    static class WrongSame extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public List<String> namesOfOneHash(int count) {
                    List<String> names = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        names.add("X-Trace");
                    }
                    return names;
                }
            };
        }
    }

    /** Always as many as the test once asked for. */
    static class WrongCount extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public List<String> namesOfOneHash(int count) {
                    List<String> names = new ArrayList<>();
                    for (int i = 0; i < 10_000; i++) {
                        names.add("X-Tr" + (10_000_000 + i) + "acer");
                    }
                    return names;
                }
            };
        }
    }

    /** No header has such a name. */
    static class WrongCharacters extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public List<String> namesOfOneHash(int count) {
                    List<String> names = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        names.add("X-Tr" + (10_000_000 + i) + ":acer");
                    }
                    return names;
                }
            };
        }
    }

    /** Pads with zeros. */
    static class RightLetters extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public List<String> namesOfOneHash(int count) {
                    List<String> names = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        names.add("Trac%08dtion".formatted(i));
                    }
                    return names;
                }
            };
        }
    }
}
