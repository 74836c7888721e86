package step18;

import java.lang.ref.WeakReference;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** A weak reference: the number is gone with the message. */
    static class WrongWeak extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                private WeakReference<Message> last = new WeakReference<>(null);

                @Override
                public void passed(Message message) {
                    last = new WeakReference<>(message);
                }

                @Override
                public long lastNumber() {
                    Message message = last.get();
                    return message == null ? -1 : message.number();
                }
            };
        }
    }

    /** A box: the message is gone, but each one costs an object and a store. */
    static class WrongBox extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                private Long last = -1L;

                @Override
                public void passed(Message message) {
                    last = message.number();
                }

                @Override
                public long lastNumber() {
                    return last;
                }
            };
        }
    }

    /** An int is too small. */
    static class WrongInt extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                private int last = -1;

                @Override
                public void passed(Message message) {
                    last = (int) message.number();
                }

                @Override
                public long lastNumber() {
                    return last;
                }
            };
        }
    }
}
