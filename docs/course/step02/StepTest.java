package step02;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import course.Figures;
import course.Layout;
import course.Layout.Jvm;
import java.util.Date;
import org.junit.jupiter.api.Test;

/** What a field costs, and what it costs as an object. */
@SuppressWarnings({"UnusedVariable", "JavaUtilDate"}) // fields that are only measured; what a Date costs is a question
class StepTest {

    private static final Object CONTEXT = new Object();

    // region gaps
    static class Nothing {} // 16 bytes

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

    static class LongAndReference { // 24: the reference stands where the long may not
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
                .row("a time", Bytes.of(Date::new) + " B", "0 B")
                .row("the extension alone", size(Before.Extension.class), size(After.Extension.class))
                .row("the exchange alone", size(Before.Exchange.class), size(After.Exchange.class))
                .row(
                        "all of a message",
                        Cost.of(() -> new Before.Exchange(CONTEXT)),
                        Cost.of(() -> new After.Exchange(CONTEXT)))
                .check();
    }

    private static String size(Class<?> type) {
        return Layout.size(type) + " B";
    }

    @Test
    void anObjectIsAHeaderItsFieldsAndPaddingUpToAMultipleOfEight() {
        assertThat(Layout.size(Nothing.class)).isEqualTo(16);
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
    void sevenYesOrNoAsReferencesTakeAsMuchAsSevenInts() {
        assertThat(Layout.size(Before.Extension.class)).isEqualTo(64);
        assertThat(Layout.size(After.Extension.class)).isEqualTo(40);
        assertThat(Bytes.of(() -> Boolean.valueOf(CONTEXT == null)))
                .as("Booleans are shared: only the references cost")
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
        assertThat(Layout.size(Nothing.class, Jvm.COMPACT_HEADERS)).isEqualTo(8);
        assertThat(Layout.size(FiveBooleans.class, Jvm.COMPACT_HEADERS)).isEqualTo(16);
        assertThat(Layout.size(LongAndReference.class, Jvm.COMPACT_HEADERS)).isEqualTo(24);
        assertThat(Layout.size(LongAndTwoReferences.class, Jvm.COMPACT_HEADERS)).isEqualTo(24);
        assertThat(Layout.size(LongAndReference.class, Jvm.LARGE_HEAP)).isEqualTo(32);
        assertThat(Layout.size(Before.Extension.class, Jvm.LARGE_HEAP)).isEqualTo(112);
        assertThat(Layout.size(After.Extension.class, Jvm.LARGE_HEAP)).isEqualTo(56);
    }
}
