package step03;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import course.Figures;
import course.Layout;
import course.Layout.Jvm;
import org.junit.jupiter.api.Test;

/** The cost of three objects instead of one. */
@SuppressWarnings("UnusedVariable") // fields that are only measured
class StepTest {

    private static final Object CONTEXT = new Object();

    // region superclass
    abstract static class HasAFlag { // 12 bytes of header and one: three bytes are a gap
        boolean flag;
    }

    static final class AndThreeMore extends HasAFlag { // they fit into it, from JDK 15 on
        boolean a;
        boolean b;
        boolean c;
    }
    // endregion

    @Test
    void figures() {
        long before = Layout.size(Before.Exchange.class)
                + Layout.size(Before.Message.class)
                + Layout.size(Before.Extension.class);
        Figures.of(StepTest.class)
                .known("these objects", Figures.size(before, 3), Figures.size(Layout.size(After.Exchange.class), 1))
                .known(
                        "a whole message",
                        Cost.of(() -> new Before.Exchange(CONTEXT)),
                        Cost.of(() -> new After.Exchange(CONTEXT)))
                .check();
    }

    @Test
    void theSixtyFourBytesAreAllAccountedFor() {
        long headers = 2 * 12;
        long referencesToEachOther = 4 * 4;
        long duplicates = 8 + 4 + 4; // a time, an id, and one of two fields for a node of the history
        long becameABit = 1; // answerExpected
        long padding = Layout.padding(Before.Exchange.class)
                + Layout.padding(Before.Message.class)
                + Layout.padding(Before.Extension.class)
                - Layout.padding(After.Exchange.class);
        assertThat(headers + referencesToEachOther + duplicates + becameABit + padding)
                .isEqualTo(64);
    }

    @Test
    void itIsItsOwnMessage() {
        After.Exchange exchange = new After.Exchange(CONTEXT);
        exchange.message().body = "body";
        assertThat(exchange.body).isEqualTo("body");
    }

    @Test
    void aSubclassUsesTheGapsOfItsSuperclass() {
        assertThat(Layout.size(AndThreeMore.class)).isEqualTo(16);
        assertThat(Layout.size(AndThreeMore.class, Jvm.JDK_11)).isEqualTo(24);
    }

    @Test
    void theChainOfClassesIsLinear() {
        assertThat(After.Exchange.class.getSuperclass()).isEqualTo(After.Message.class);
        assertThat(After.Exchange.class.getInterfaces()).isEmpty();
        assertThat(After.Message.class.getInterfaces()).isEmpty();
    }
}
