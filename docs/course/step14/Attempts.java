package step14;

import java.util.function.Consumer;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** Wakes every consumer for each message. */
    static class WrongWakesAll extends ExerciseTest {
        @Override
        protected Exercise exercise(Consumer<String> bell) {
            return new Exercise(bell) {
                @Override
                public void send(Object message) {
                    super.send(message);
                    wakeOne();
                    wakeOne();
                }
            };
        }
    }

    /** Wakes one more for the second message, and none for the third. */
    static class WrongOnlyTwo extends ExerciseTest {
        @Override
        protected Exercise exercise(Consumer<String> bell) {
            return new Exercise(bell) {
                private int sent;

                @Override
                public void send(Object message) {
                    boolean had = hasMessages();
                    super.send(message);
                    if (had && ++sent == 1) {
                        wakeOne();
                    }
                }
            };
        }
    }

    /** Each message wakes one, whether or not there were messages. */
    static class RightEachWakesOne extends ExerciseTest {
        @Override
        protected Exercise exercise(Consumer<String> bell) {
            return new Exercise(bell) {
                @Override
                public void send(Object message) {
                    boolean had = hasMessages();
                    super.send(message);
                    if (had) {
                        wakeOne();
                    }
                }
            };
        }
    }
}
