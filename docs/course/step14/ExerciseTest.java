package step14;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
        assertThat(box.take("one")).as("take(one) without a message").isNull();
        assertThat(box.take("two")).as("take(two) without a message").isNull();
        return box;
    }

    @Test
    protected void oneMessageWakesOne() {
        Exercise box = whereTwoSleep();
        box.send("message");
        assertThat(box.take("one")).as("take(one) after one message").isEqualTo("message");
        assertThat(called).as("consumers that are called for one message").containsExactly("one");
    }

    @Test
    protected void twoMessagesWakeTwo() {
        Exercise box = whereTwoSleep();
        box.send("first");
        box.send("second");
        assertThat(box.take("one")).as("take(one) after two messages").isEqualTo("first");
        // "one" is now busy with the first message, for any time
        assertThat(called).as("consumers that are called for two messages").containsExactly("one", "two");
        assertThat(box.take("two")).as("take(two) after two messages").isEqualTo("second");
    }

    /** Messages and consumers come in any order; a consumer that is called takes one message and is busy then. */
    @Test
    protected void noneSleepsWhileThereIsAMessage() {
        for (int seed = 0; seed < 200; seed++) {
            called.clear();
            Random random = new Random(seed);
            Exercise box = exercise(called::add);
            int sleeping = 0;
            int messages = 0;
            int taken = 0;
            StringBuilder done = new StringBuilder();
            for (int i = 0; i < 12; i++) {
                boolean sends = random.nextBoolean();
                done.append(sends ? " send" : " take");
                if (sends) {
                    box.send(i);
                    messages++;
                } else if (box.take("consumer " + i) == null) {
                    sleeping++;
                } else {
                    messages--;
                }
                while (random.nextInt(3) == 0 && taken < called.size()) {
                    done.append(" wakes");
                    if (box.take(called.get(taken++)) != null) {
                        sleeping--;
                        messages--;
                    }
                }
            }
            while (taken < called.size()) {
                if (box.take(called.get(taken++)) != null) {
                    sleeping--;
                    messages--;
                }
            }
            assertThat(messages == 0 || sleeping == 0)
                    .as("%d messages and %d that sleep, after%s, and all that were called", messages, sleeping, done)
                    .isTrue();
        }
    }
}
