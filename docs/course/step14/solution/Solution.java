package step14.solution;

import java.util.function.Consumer;
import step14.Exercise;

/**
 * A consumer that takes a message wakes the next one if there is more to take: the later messages have woken no
 * consumer.
 */
public final class Solution extends Exercise {

    public Solution(Consumer<String> bell) {
        super(bell);
    }

    @Override
    public Object take(String taker) {
        Object message = super.take(taker);
        if (hasMessages()) {
            wakeOne();
        }
        return message;
    }
}
