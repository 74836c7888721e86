package step12;

import static org.assertj.core.api.Assertions.assertThat;

import course.Casts;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The same results, without a cast to an interface. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void theResultsAreUnchanged() {
        Random random = new Random(12);
        for (int count = 1; count < 20; count++) {
            int[] boxes = random.ints(count, 1, 1000).toArray();
            String asked = "(" + Arrays.toString(boxes) + ")";
            assertThat(exercise().weigh(boxes))
                    .as("weigh" + asked)
                    .isEqualTo(IntStream.of(boxes).sum() + 1);
            assertThat(exercise().heaviest(boxes))
                    .as("heaviest" + asked)
                    .isEqualTo(IntStream.of(boxes).max().orElseThrow());
        }
        assertThat(exercise().weigh()).as("weigh()").isEqualTo(1);
    }

    /** Nor in a class that is nested in it, or it in. */
    @Test
    protected void noCastNamesAnInterface() {
        for (Class<?> type : exercise().getClass().getNestHost().getNestMembers()) {
            assertThat(Casts.in(type, true))
                    .as("casts to interfaces in " + type.getName())
                    .isEmpty();
        }
    }
}
