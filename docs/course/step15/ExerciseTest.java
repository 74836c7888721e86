package step15;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import step15.Exercise.Complaint;

/** Only a complaint that reaches the listener is allocated. */
public class ExerciseTest {

    private static final List<Integer> WEIGHTS =
            new ArrayList<>(IntStream.rangeClosed(1, 16).boxed().toList());

    private final Complaint[] heard = new Complaint[1];

    private void hear(Complaint complaint) {
        heard[0] = complaint;
    }

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void theListenerGetsEveryWeightOverTheLimit() {
        assertThat(exercise().check(WEIGHTS, this::hear)).isEqualTo(1);
        assertThat(heard).containsExactly(new Complaint(16, 1));
    }

    @Test
    protected void onlyTheComplaintIsAllocated() {
        Exercise exercise = exercise();
        Consumer<Complaint> listener = this::hear;
        assertThat(Bytes.of(() -> exercise.check(WEIGHTS, listener) == 1 ? null : "wrong"))
                .isEqualTo(24);
    }
}
