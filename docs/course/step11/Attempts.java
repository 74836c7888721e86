package step11;

import java.util.List;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** A loop over a copy misses what is added meanwhile. */
    static class WrongCopy extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void done() {
                    List<Runnable> all = List.copyOf(completions);
                    completions.clear();
                    all.forEach(Attempts::runAndLog);
                }
            };
        }
    }

    /** Clears the list at the end: a done within runs all of them again. */
    static class WrongClearsLast extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void done() {
                    if (completions.size() > 10) {
                        return; // or it would never end
                    }
                    for (int i = 0; i < completions.size(); i++) {
                        Runnable completion = completions.get(i);
                        completions.set(i, () -> {});
                        runAndLog(completion);
                        runAndLog(completion);
                    }
                    completions.clear();
                }
            };
        }
    }

    /** One try around the loop: the others do not run. */
    static class WrongOneTry extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void done() {
                    try {
                        while (!completions.isEmpty()) {
                            completions.remove(0).run();
                        }
                    } catch (RuntimeException logged) {
                        completions.clear();
                    }
                }
            };
        }
    }

    /** Another order. */
    static class RightFirstOneFirst extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public void done() {
                    while (!completions.isEmpty()) {
                        runAndLog(completions.remove(0));
                    }
                }
            };
        }
    }

    private static void runAndLog(Runnable completion) {
        try {
            completion.run();
        } catch (RuntimeException logged) {
            // the test does not read the log
        }
    }
}
