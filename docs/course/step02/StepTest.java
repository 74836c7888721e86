package step02;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import course.Figures;
import course.Layout;
import course.Layout.Jvm;
import java.util.Date;
import org.junit.jupiter.api.Test;

/** The cost of a value as a field and as an object of its own. */
@SuppressWarnings({"UnusedVariable", "JavaUtilDate"}) // fields and Dates that are only measured
class StepTest {

    private static final Object CONTEXT = new Object();

    // region gaps
    static class Empty {} // 16 bytes

    static class FourBooleans { // 16
        boolean a;
        boolean b;
        boolean c;
        boolean d;
    }

    static class FiveBooleans { // 24
        boolean a;
        boolean b;
        boolean c;
        boolean d;
        boolean e;
    }

    static class LongAndReference { // 24: the reference fills the gap that the long cannot use
        long number;
        Object reference;
    }

    static class LongAndTwoReferences { // 32
        long number;
        Object reference;
        Object other;
    }
    // endregion

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .row("a timestamp", Figures.allocated(Bytes.of(Date::new)), Figures.allocated(0))
                .row("the Extension object alone", size(Before.Extension.class), size(After.Extension.class))
                .row("the Exchange object alone", size(Before.Exchange.class), size(After.Exchange.class))
                .known(
                        "a whole message",
                        Cost.of(() -> new Before.Exchange(CONTEXT)),
                        Cost.of(() -> new After.Exchange(CONTEXT)))
                .check();
    }

    private static Object size(Class<?> type) {
        return Figures.size(Layout.size(type), 1);
    }

    @Test
    void anObjectIsAHeaderItsFieldsAndPaddingUpToAMultipleOfEight() {
        assertThat(Layout.size(Empty.class)).isEqualTo(16);
        assertThat(Layout.size(FourBooleans.class)).isEqualTo(16);
        assertThat(Layout.size(FiveBooleans.class)).isEqualTo(24);
        assertThat(Layout.size(LongAndReference.class)).isEqualTo(24);
        assertThat(Layout.size(LongAndTwoReferences.class)).isEqualTo(32);
        assertThat(Layout.padding(FiveBooleans.class)).isEqualTo(7);
    }

    @Test
    void fieldsAreLaidOutInAnotherOrderThanTheyAreWritten() {
        assertThat(Layout.fields(LongAndReference.class)).containsExactly("12 reference", "16 number");
    }

    @Test
    void sevenBooleanReferencesTakeAsMuchAsSevenInts() {
        assertThat(Layout.size(Before.Extension.class)).isEqualTo(64);
        assertThat(Layout.size(After.Extension.class)).isEqualTo(40);
        assertThat(Bytes.of(() -> Boolean.valueOf(CONTEXT == null)))
                .as("Boolean objects are shared: only the references cost memory")
                .isZero();
    }

    @Test
    void smallNumbersAreSharedAndLargeOnesAreNot() {
        assertThat(Bytes.of(() -> Integer.valueOf(127))).isZero();
        assertThat(Bytes.of(() -> Integer.valueOf(128))).isEqualTo(16);
        assertThat(Bytes.of(() -> Long.valueOf(127))).isZero();
        assertThat(Bytes.of(() -> Long.valueOf(System.currentTimeMillis()))).isEqualTo(24);
    }

    @Test
    void otherJvmsHaveOtherAnswers() {
        assertThat(Layout.size(Empty.class, Jvm.COMPACT_HEADERS)).isEqualTo(8);
        assertThat(Layout.size(FiveBooleans.class, Jvm.COMPACT_HEADERS)).isEqualTo(16);
        assertThat(Layout.size(LongAndReference.class, Jvm.COMPACT_HEADERS)).isEqualTo(24);
        assertThat(Layout.size(LongAndTwoReferences.class, Jvm.COMPACT_HEADERS)).isEqualTo(24);
        assertThat(Layout.size(LongAndReference.class, Jvm.LARGE_HEAP)).isEqualTo(32);
        assertThat(Layout.size(Before.Extension.class, Jvm.LARGE_HEAP)).isEqualTo(112);
        assertThat(Layout.size(After.Extension.class, Jvm.LARGE_HEAP)).isEqualTo(56);
    }
}
