package step01;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the solution of the exercise must say. */
public class ExerciseTest {

    /** The solution's test has another one. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void whatEveryCallMakesIsCounted() {
        assertThat(exercise().bytes(() -> new byte[100])).isEqualTo(120);
        assertThat(exercise().bytes(Object::new)).isEqualTo(16);
    }

    @Test
    protected void whatOnlyTheFirstCallMakesIsNot() {
        Map<String, Object> kept = new HashMap<>();
        assertThat(exercise().bytes(() -> kept.computeIfAbsent("once", name -> new byte[1000])))
                .isZero();
    }

    @Test
    protected void whatIsMadeNowAndThenIsSharedByAllCalls() {
        int[] calls = {0};
        assertThat(exercise().bytes(() -> ++calls[0] % 10 == 0 ? new byte[1000 - 16] : null))
                .isEqualTo(100);
    }
}
