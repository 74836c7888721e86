package step04;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import course.Fact;
import course.Figures;
import course.Layout;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The cost of space for 67 facts in a message that has two. */
class StepTest {

    private static final Object CONTEXT = new Object();

    private static After.Exchange after() {
        return new After.Exchange(CONTEXT);
    }

    private static Object beforeAsPartOfASplit(int index, int size) {
        Before.Exchange exchange = new Before.Exchange(CONTEXT);
        exchange.facts.put(Fact.SPLIT_INDEX, index);
        exchange.facts.put(Fact.SPLIT_SIZE, size);
        return exchange;
    }

    private static Object afterAsPartOfASplit(int index, int size) {
        After.Exchange exchange = after();
        exchange.setFact(Fact.SPLIT_INDEX, index);
        exchange.setFact(Fact.SPLIT_SIZE, size);
        return exchange;
    }

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .row("facts of a message without any", Cost.of(() -> new EnumMap<>(Fact.class)), Cost.ofAll(0, 0))
                .known("a whole message", Cost.of(() -> new Before.Exchange(CONTEXT)), Cost.of(StepTest::after))
                .row(
                        "message 500 of 1000 of a split",
                        Cost.of(() -> beforeAsPartOfASplit(500, 1000)),
                        Cost.of(() -> afterAsPartOfASplit(500, 1000)))
                .check();
    }

    @Test
    void anEnumMapHasSpaceForEveryConstantAtOnce() {
        Map<Fact, Object> empty = new EnumMap<>(Fact.class);
        Map<Fact, Object> full = new EnumMap<>(Fact.class);
        for (Fact fact : Fact.values()) {
            full.put(fact, "");
        }
        assertThat(Fact.values()).hasSize(67);
        assertThat(Bytes.of(() -> new EnumMap<>(Fact.class))).isEqualTo(40 + (16 + 67 * 4 + 4));
        assertThat(Cost.of(() -> new EnumMap<>(empty))).isEqualTo(Cost.of(() -> new EnumMap<>(full)));
    }

    @Test
    void threeFactsTakeEightMoreBytes() {
        assertThat(Layout.size(Before.Exchange.class)).isEqualTo(72);
        assertThat(Layout.size(After.Exchange.class)).isEqualTo(80);
        assertThat(Layout.padding(After.Exchange.class)).isZero();
    }

    @Test
    void everyFactIsStillFound() {
        After.Exchange exchange = after();
        int value = 0;
        for (Fact fact : Fact.values()) {
            assertThat(exchange.fact(fact)).isNull();
            exchange.setFact(fact, ++value);
            assertThat(exchange.fact(fact)).isEqualTo(value);
        }
        assertThat(exchange.properties).hasSize(67 - 3);
    }

    @Test
    void zeroIsAValidIndex() {
        After.Exchange exchange = after();
        exchange.setFact(Fact.SPLIT_INDEX, 0);
        assertThat(exchange.fact(Fact.SPLIT_INDEX)).isEqualTo(0);
        assertThat(exchange.fact(Fact.SPLIT_SIZE)).isNull();
    }

    // region boxed
    @Test
    void readingAFactAsAnObjectBoxesIt() {
        After.Exchange exchange = after();
        exchange.setFact(Fact.SPLIT_INDEX, 1000);
        assertThat(Bytes.of(() -> exchange.fact(Fact.SPLIT_INDEX))).isEqualTo(16);
        exchange.setFact(Fact.SPLIT_INDEX, 100);
        assertThat(Bytes.of(() -> exchange.fact(Fact.SPLIT_INDEX))).isZero();
    }
    // endregion
}
