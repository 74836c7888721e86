package step19;

import java.util.Objects;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    private static int tell(Exercise exercise, Iterable<Exercise.Strategy> strategies, String endpoint, Object body) {
        int told = 0;
        for (Exercise.Strategy strategy : strategies) {
            if (strategy.wants(endpoint)) {
                strategy.sent(endpoint, body);
                told++;
            }
        }
        return exercise == null ? -1 : told;
    }

    /** The text is still made for each send. */
    static class WrongText extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int send(String endpoint, Object body) {
                    log("sending to " + endpoint + ": " + body);
                    Objects.requireNonNull(endpoint);
                    Objects.requireNonNull(body);
                    return tell(this, strategies, endpoint, body);
                }
            };
        }
    }

    /** Logs nothing any more. */
    static class WrongSilent extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int send(String endpoint, Object body) {
                    Objects.requireNonNull(endpoint);
                    Objects.requireNonNull(body);
                    return tell(this, strategies, endpoint, body);
                }
            };
        }
    }

    /** Stops at the first that wants it. */
    static class WrongFirst extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int send(String endpoint, Object body) {
                    Objects.requireNonNull(endpoint);
                    Objects.requireNonNull(body);
                    if (debug) {
                        log("sending to " + endpoint + ": " + body);
                    }
                    for (int i = 0; i < strategies.size(); i++) {
                        if (strategies.get(i).wants(endpoint)) {
                            strategies.get(i).sent(endpoint, body);
                            return 1;
                        }
                    }
                    return 0;
                }
            };
        }
    }
}
