package step01;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void anAllocationOfEveryCallIsCounted() {
        assertThat(exercise().bytes(() -> new byte[100]))
                .as("bytes of () -> new byte[100]")
                .isEqualTo(120);
        assertThat(exercise().bytes(Object::new)).as("bytes of Object::new").isEqualTo(16);
    }

    @Test
    protected void anAllocationOfOnlyTheFirstCallIsNotCounted() {
        Map<String, Object> kept = new HashMap<>();
        assertThat(exercise().bytes(() -> kept.computeIfAbsent("once", name -> new byte[1000])))
                .as("bytes of () -> kept.computeIfAbsent(\"once\", name -> new byte[1000])")
                .isZero();
    }

    @Test
    protected void anAllocationOfSomeCallsIsAveraged() {
        int[] calls = {0};
        assertThat(exercise().bytes(() -> ++calls[0] % 10 == 0 ? new byte[1000 - 16] : null))
                .as("bytes of an operation that allocates 1000 in every tenth call")
                .isEqualTo(100);
    }

    @Test
    protected void anAllocationOfTheFirstThousandsOfCallsIsNotCounted() {
        int[] calls = {0};
        assertThat(exercise().bytes(() -> ++calls[0] <= 3000 ? new byte[1000] : null))
                .as("bytes of an operation that allocates in its first 3000 calls, as an interpreter would")
                .isZero();
    }
}
