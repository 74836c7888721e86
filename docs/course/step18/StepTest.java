package step18;

import static org.assertj.core.api.Assertions.assertThat;

import course.Figures;
import course.Stores;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The stores of references that a message costs on its way, and the messages that stay when they are done. */
class StepTest {

    @Test
    void figures() {
        Before before = new Before();
        After after = new After();
        Figures.of(StepTest.class)
                .row(
                        "stores of references, offer and poll",
                        Stores.in(Before.class, "offer") + Stores.in(Before.class, "poll"),
                        Stores.in(After.class, "offer") + Stores.in(After.class, "poll"))
                .row(
                        "messages that stay after 100 passed",
                        stay(before::offer, before::poll),
                        stay(after::offer, after::poll))
                .check();
    }

    @Test
    void figuresOfTheRingWithoutNull() {
        Tempting tempting = new Tempting();
        After after = new After();
        Figures.ofSecondClaim(StepTest.class, "without null", "with null")
                .row(
                        "stores of references, offer and poll",
                        Stores.in(Tempting.class, "offer") + Stores.in(Tempting.class, "poll"),
                        Stores.in(After.class, "offer") + Stores.in(After.class, "poll"))
                .row(
                        "messages that stay after 100 passed",
                        stay(tempting::offer, tempting::poll),
                        stay(after::offer, after::poll))
                .check();
    }

    /** How many of a hundred messages the collector cannot remove after they have passed. */
    private static int stay(Consumer<Object> offer, Supplier<Object> poll) {
        List<WeakReference<Object>> sent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Object message = new Object();
            sent.add(new WeakReference<>(message));
            offer.accept(message);
            Object taken = poll.get();
            if (taken != message) {
                throw new AssertionError("The queue has given " + taken);
            }
        }
        System.gc();
        int stay = 0;
        for (WeakReference<Object> each : sent) {
            stay += each.get() == null ? 0 : 1;
        }
        assertThat(poll).as("the queue is still there").isNotNull();
        return stay;
    }
}
