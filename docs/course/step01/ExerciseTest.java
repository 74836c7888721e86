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
        assertThat(exercise().bytes(() -> new byte[100])).isEqualTo(120);
        assertThat(exercise().bytes(Object::new)).isEqualTo(16);
    }

    @Test
    protected void anAllocationOfOnlyTheFirstCallIsNotCounted() {
        Map<String, Object> kept = new HashMap<>();
        assertThat(exercise().bytes(() -> kept.computeIfAbsent("once", name -> new byte[1000])))
                .isZero();
    }

    @Test
    protected void anAllocationOfSomeCallsIsAveraged() {
        int[] calls = {0};
        assertThat(exercise().bytes(() -> ++calls[0] % 10 == 0 ? new byte[1000 - 16] : null))
                .isEqualTo(100);
    }
}
