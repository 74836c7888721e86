package step09;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import course.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** The cost of a copy before and after, and what happens when two threads copy at the same time. */
class StepTest {

    // ---- bytes

    @Test
    void figures() {
        Before before = new Before();
        After after = new After();
        fill(before::setHeader, before::setProperty);
        fill(after::setHeader, after::setProperty);

        Figures.of(StepTest.class)
                .row("one copy, only read", Cost.of(before::copy), Cost.of(after::copy))
                .row("one copy, one header written", Cost.of(() -> written(before)), Cost.of(() -> written(after)))
                .row("ten copies, one of them written", Cost.of(() -> tenOf(before)), Cost.of(() -> tenOf(after)))
                .check();
    }

    private static Before written(Before origin) {
        Before copy = origin.copy();
        copy.setHeader("type", "slow");
        return copy;
    }

    private static After written(After origin) {
        After copy = origin.copy();
        copy.setHeader("type", "slow");
        return copy;
    }

    private static List<Object> tenOf(Before origin) {
        List<Object> copies = new ArrayList<>(10);
        for (int i = 0; i < 9; i++) {
            copies.add(origin.copy());
        }
        copies.add(written(origin));
        return copies;
    }

    private static List<Object> tenOf(After origin) {
        List<Object> copies = new ArrayList<>(10);
        for (int i = 0; i < 9; i++) {
            copies.add(origin.copy());
        }
        copies.add(written(origin));
        return copies;
    }

    static final List<String> HEADERS = List.of("type", "tenant", "trace", "origin", "priority");
    static final List<String> PROPERTIES = List.of("group", "batch");

    private static void fill(BiConsumer<String, Object> headers, BiConsumer<String, Object> properties) {
        HEADERS.forEach(name -> headers.accept(name, "a"));
        PROPERTIES.forEach(name -> properties.accept(name, "a"));
    }

    // ---- one thread

    @Test
    void aWriteIsInvisibleToTheOtherExchange() {
        After origin = new After();
        fill(origin::setHeader, origin::setProperty);
        After first = origin.copy();
        After second = first.copy();

        origin.setHeader("type", "by the origin");
        first.setHeader("type", "by the first");
        second.setProperty("group", "by the second");

        assertThat(List.of(origin.getHeader("type"), first.getHeader("type"), second.getHeader("type")))
                .containsExactly("by the origin", "by the first", "a");
        assertThat(List.of(origin.getProperty("group"), first.getProperty("group"), second.getProperty("group")))
                .containsExactly("a", "a", "by the second");
    }

    // ---- two threads, step by step: one copies the message (r, w), the other everything (R, W)

    /** All interleavings of a read and a write of one thread with a read and a write of another. */
    private static final List<String> SCHEDULES = List.of("rwRW", "rRwW", "rRWw", "RrwW", "RrWw", "RWrw");

    @Test
    void figuresOfTheRace() {
        Figures.ofSecondClaim(StepTest.class, "first version", "corrected")
                .row("orders of 6 in which a write is lost", broken().size(), lostWhenCorrected())
                .check();
    }

    private static List<String> broken() {
        List<String> broken = new ArrayList<>();
        for (String schedule : SCHEDULES) {
            Broken origin = new Broken();
            origin.setProperty("group", "a");
            Broken copy = run(schedule, origin::readFlags, origin::copyMessage, origin::copy);
            origin.setProperty("group", "b");
            if (copy.getProperty("group").equals("b")) {
                broken.add(schedule);
            }
        }
        return broken;
    }

    @Test
    void twoInterleavingsOfSixBreakTheFirstVersion() {
        assertThat(broken()).containsExactly("rRWw", "RrWw");
    }

    private static int lostWhenCorrected() {
        int lost = 0;
        for (String schedule : SCHEDULES) {
            After origin = new After();
            origin.setProperty("group", "a");
            After copy = run(schedule, origin::readFlags, origin::copyMessage, origin::copy);
            origin.setProperty("group", "b");
            lost += copy.getProperty("group").equals("a") ? 0 : 1;
        }
        return lost;
    }

    @Test
    void noInterleavingBreaksTheCorrectedVersion() {
        assertThat(lostWhenCorrected()).isZero();
    }

    /** What the second thread reads when the steps run in this order. */
    private static <E> E run(String schedule, IntSupplier read, IntConsumer copyMessage, IntFunction<E> copy) {
        int first = 0;
        int second = 0;
        E copied = null;
        for (int i = 0; i < schedule.length(); i++) {
            switch (schedule.charAt(i)) {
                case 'r' -> first = read.getAsInt();
                case 'w' -> copyMessage.accept(first);
                case 'R' -> second = read.getAsInt();
                default -> copied = copy.apply(second);
            }
        }
        return copied;
    }
}
