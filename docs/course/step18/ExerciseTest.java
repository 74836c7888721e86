package step18;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Stores;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** The number is known, the message is gone, and no message costs a store of a reference. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    private static WeakReference<Object> pass(Exercise exercise, long number) {
        Object body = new byte[1000];
        exercise.passed(new Exercise.Message(number, body));
        return new WeakReference<>(body);
    }

    @Test
    protected void theLastNumberIsKnown() {
        Exercise exercise = exercise();
        assertThat(exercise.lastNumber()).as("lastNumber() of a new route").isEqualTo(-1);
        for (long number : new long[] {0, 7, Long.MAX_VALUE, 3}) {
            pass(exercise, number);
            assertThat(exercise.lastNumber())
                    .as("lastNumber() after message %d", number)
                    .isEqualTo(number);
        }
    }

    @Test
    protected void theMessageCanBeCollected() {
        Exercise exercise = exercise();
        WeakReference<Object> body = pass(exercise, 7);
        System.gc();
        assertThat(body.get())
                .as("the body of message 7 after it passed and System.gc()")
                .isNull();
        assertThat(exercise.lastNumber()).as("lastNumber() after System.gc()").isEqualTo(7);
    }

    @Test
    protected void aMessageCostsNoObjectAndNoStoreOfAReference() {
        Exercise exercise = exercise();
        Exercise.Message message = new Exercise.Message(1_000_000, "body");
        assertThat(Bytes.of(() -> {
                    exercise.passed(message);
                    return null;
                }))
                .as("bytes of passed(message 1000000)")
                .isZero();
        assertThat(Stores.in(exercise.getClass(), "passed"))
                .as("stores of references in passed")
                .isZero();
    }
}
