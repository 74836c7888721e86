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
        for (List<Integer> weights :
                List.of(WEIGHTS, List.<Integer>of(), List.of(15), List.of(16, 3, 99, 15, 16), List.of(20, 20))) {
            List<Complaint> all = new ArrayList<>();
            List<Complaint> expected = new ArrayList<>();
            for (int weight : weights) {
                if (weight > Exercise.LIMIT) {
                    expected.add(new Complaint(weight, weight - Exercise.LIMIT));
                }
            }
            assertThat(exercise().check(weights, all::add))
                    .as("check(%s)", weights)
                    .isEqualTo(expected.size());
            assertThat(all).as("complaints of check(%s)", weights).isEqualTo(expected);
        }
    }

    @Test
    protected void onlyTheComplaintIsAllocated() {
        Exercise exercise = exercise();
        Consumer<Complaint> listener = this::hear;
        assertThat(Bytes.of(() -> exercise.check(WEIGHTS, listener) == 1 ? null : "wrong"))
                .as("bytes of check of the weights 1 to 16")
                .isEqualTo(24);
    }
}
