package step17;

import java.util.HashMap;
import java.util.Map;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** Forgets all names when it is full: then a name has another number than before. */
    static class WrongForgets extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                private final Map<String, Integer> kept = new HashMap<>();

                @Override
                public int number(String name) {
                    if (name.length() > LONGEST) {
                        return -1;
                    }
                    if (kept.size() == MOST && !kept.containsKey(name)) {
                        kept.clear();
                    }
                    kept.putIfAbsent(name, kept.size());
                    return kept.get(name);
                }
            };
        }
    }

    /** Remembers also that a name has no number. */
    static class WrongRemembersRefusals extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                private final Map<String, Integer> kept = new HashMap<>();
                private int numbers;

                @Override
                public int number(String name) {
                    boolean refused = numbers == MOST || name.length() > LONGEST;
                    if (!kept.containsKey(name)) {
                        kept.put(name, refused ? -1 : numbers++);
                    }
                    return kept.get(name);
                }
            };
        }
    }

    /** Looks at the number of names only. */
    static class WrongLongNames extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                private final Map<String, Integer> kept = new HashMap<>();

                @Override
                public int number(String name) {
                    if (kept.size() < MOST) {
                        kept.putIfAbsent(name, kept.size());
                    }
                    return kept.getOrDefault(name, -1);
                }
            };
        }
    }
}
