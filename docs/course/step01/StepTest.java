package step01;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import course.Figures;
import course.Message;
import java.util.Arrays;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The cost of the naive exchange, and two ways of measuring it that give wrong results. */
class StepTest {

    private static final Rung NAIVE = new Rung();

    private static Object message() {
        return Message.plain(NAIVE);
    }

    /** The median of many measurements: in a few of them the thread takes a new allocation buffer. */
    private static long usually(Supplier<?> operation) {
        long[] measured = new long[101];
        for (int i = 0; i < measured.length; i++) {
            measured[i] = Before.bytes(operation);
        }
        Arrays.sort(measured);
        return measured[50];
    }

    @Test
    void figures() {
        Cost cost = Cost.of(StepTest::message);
        Figures.of(StepTest.class)
                .row("measured cost of one message", Figures.allocated(usually(StepTest::message)), cost)
                .check();
        assertThat(cost.allocated()).isEqualTo(After.bytes(StepTest::message));
    }

    @Test
    void freeMemoryUsuallyShowsNoCost() {
        assertThat(usually(StepTest::message)).isZero();
    }

    // region dropped
    record Point(int x, int y) {}

    static Object kept() {
        return new Point(3, 4);
    }

    static Object dropped() {
        return new Point(3, 4).x() == 3 ? null : "what?";
    }
    // endregion

    @Test
    void anUnusedObjectIsNotAllocated() {
        assertThat(After.bytes(StepTest::kept)).isEqualTo(24);
        assertThat(After.bytes(StepTest::dropped)).isZero();
    }

    @Test
    void objectsSharedByBothResultsAreNotCounted() {
        assertThat(Cost.of(() -> new Object[] {NAIVE})).isEqualTo(Cost.ofAll(24, 1));
    }
}
