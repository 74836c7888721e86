package step14;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Two consumers sleep, two messages arrive, and the first consumer is slow to wake up. */
public class ExerciseTest {

    private final List<String> called = new ArrayList<>();

    /** Overridden to test the solution. */
    protected Exercise exercise(Consumer<String> bell) {
        return new Exercise(bell);
    }

    private Exercise whereTwoSleep() {
        Exercise box = exercise(called::add);
        assertThat(box.take("one")).isNull();
        assertThat(box.take("two")).isNull();
        return box;
    }

    @Test
    protected void oneMessageWakesOne() {
        Exercise box = whereTwoSleep();
        box.send("message");
        assertThat(box.take("one")).isEqualTo("message");
        assertThat(called).containsExactly("one");
    }

    @Test
    protected void twoMessagesWakeTwo() {
        Exercise box = whereTwoSleep();
        box.send("first");
        box.send("second");
        assertThat(box.take("one")).isEqualTo("first");
        // "one" is now busy with the first message, for any time
        assertThat(called).containsExactly("one", "two");
        assertThat(box.take("two")).isEqualTo("second");
    }
}
