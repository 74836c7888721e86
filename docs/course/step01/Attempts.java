package step01;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @SuppressWarnings("UnusedVariable") // results escape to it
    private static Object escaped;

    private static long batch(Supplier<?> operation, int calls) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < calls; i++) {
            escaped = operation.get();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Leaves the first call out and measures the next one. */
    static class WrongSecondCall extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public long bytes(Supplier<?> operation) {
                    batch(operation, 1);
                    return batch(operation, 1);
                }
            };
        }
    }

    /** Leaves the first call out, and measures before the program has warmed up. */
    static class WrongOneBatch extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public long bytes(Supplier<?> operation) {
                    batch(operation, 1);
                    return batch(operation, 100) / 100;
                }
            };
        }
    }

    /** The call that allocates least. */
    static class WrongLeastCall extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public long bytes(Supplier<?> operation) {
                    long least = Long.MAX_VALUE;
                    for (int i = 0; i < 20_000; i++) {
                        least = Math.min(least, batch(operation, 1));
                    }
                    return least;
                }
            };
        }
    }

    /** Warms up for long, and measures one batch. */
    static class RightLastBatch extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public long bytes(Supplier<?> operation) {
                    for (int i = 0; i < 10; i++) {
                        batch(operation, 20_000);
                    }
                    return batch(operation, 10_000) / 10_000;
                }
            };
        }
    }
}
