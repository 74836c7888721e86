package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.impl.AllocatedBytes;
import io.mehari.impl.DefaultRoutingContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** E8: facts of the engine are fields that can be read and written as properties. */
class ExchangeFactsTest {

    private final AbstractExchange exchange = new DefaultExchange(new DefaultRoutingContext());

    static List<Arguments> facts() {
        return List.of(
                Arguments.of(Exchange.SPLIT_INDEX, 0, 41),
                Arguments.of(Exchange.SPLIT_SIZE, 1, 1_000),
                Arguments.of(Exchange.SPLIT_COMPLETE, true, true),
                Arguments.of(Exchange.LOOP_INDEX, 0, 7),
                Arguments.of(Exchange.CORRELATION_ID, "a", "b"),
                Arguments.of(Exchange.REDELIVERY_COUNTER, 0, 3));
    }

    @Test
    void e8_everyFactHasATest() {
        assertThat(facts().stream().map(fact -> fact.get()[0]))
                .containsExactlyInAnyOrder(DefaultExchange.FACTS.toArray());
    }

    @Test
    void aNewExchangeHasNoFact() {
        assertThat(exchange.getCorrelationId()).isNull();
        assertThat(exchange.getSplitIndex()).isNegative();
        assertThat(exchange.getSplitSize()).isNegative();
        assertThat(exchange.isSplitComplete()).isFalse();
        assertThat(exchange.getLoopIndex()).isNegative();
        assertThat(exchange.getRedeliveryCounter()).isNegative();
        assertThat(exchange.isRollbackOnly()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("facts")
    void e8_factIsReadAndWrittenAsAPropertyButStoredInAField(String name, Object first, Object second) {
        assertThat(exchange.getProperty(name)).isNull();
        for (Object value : List.of(first, second)) {
            exchange.setProperty(name, value);
            assertThat(exchange.getProperty(name)).isEqualTo(value);
            assertThat(exchange.getProperty(new String(name.toCharArray()))).isEqualTo(value);
            assertThat((Object) exchange.getProperty(name, value.getClass())).isEqualTo(value);
            assertThat(exchange.getPropertyOrDefault(name, "default")).isEqualTo(value);
        }
        assertThat(exchange.storage(false)).as("no storage was made").isNull();
        assertThat(exchange.hasProperties()).isFalse();
        assertThat(exchange.getProperties()).isEmpty();
        assertThat(exchange.getProperties().containsKey(name)).isFalse();
        Map<String, Object> all = exchange.getAllProperties();
        assertThat(all).containsEntry(name, second);
        assertThat(all).as("no fact brings another along").hasSize(1);
        assertThat(exchange.copy().getProperty(name)).isEqualTo(second);

        assertThat(exchange.removeProperty(name)).isEqualTo(second);
        assertThat(exchange.getProperty(name)).isNull();
        assertThat(exchange.removeProperty(name)).isNull();
        exchange.setProperty(name, first);
        exchange.setProperty(name, null);
        assertThat(exchange.getProperty(name)).isNull();
        assertThat(exchange.getAllProperties()).isEmpty();
        assertThat(exchange.storage(false)).isNull();
    }

    @ParameterizedTest
    @MethodSource("facts")
    void e8_writingAFactAllocatesNothing(String name, Object first, Object second) {
        assertThat(AllocatedBytes.perCall(() -> {
                    exchange.setProperty(name, first);
                    exchange.setProperty(name, second);
                    exchange.removeProperty(name);
                    return exchange;
                }))
                .isEqualTo(
                        second instanceof Integer number && number > 127 ? 16 : 0); // removeProperty gives a box back
    }

    @Test
    void e8_aSnapshotContainsFactsAndProperties() {
        exchange.setProperty("mine", 1);
        exchange.setSplit(2, 3, false);
        Map<String, Object> all = exchange.getAllProperties();
        assertThat(all)
                .isEqualTo(Map.of(
                        "mine", 1, Exchange.SPLIT_INDEX, 2, Exchange.SPLIT_SIZE, 3, Exchange.SPLIT_COMPLETE, false));
        all.put("mine", 2);
        assertThat(exchange.getProperty("mine")).isEqualTo(1);
    }

    @Test
    void e8_settersAndPropertiesAccessTheSameFields() {
        assertThat(exchange.getSplitIndex()).isEqualTo(-1);
        assertThat(exchange.getSplitSize()).isEqualTo(-1);
        assertThat(exchange.getLoopIndex()).isEqualTo(-1);
        assertThat(exchange.getRedeliveryCounter()).isEqualTo(-1);
        assertThat(exchange.isSplitComplete()).isFalse();
        exchange.setSplit(0, 1, true);
        exchange.setLoopIndex(0);
        exchange.setRedeliveryCounter(0);
        exchange.setCorrelationId("c");
        assertThat(exchange.getProperty(Exchange.SPLIT_INDEX, Integer.class)).isZero();
        assertThat(exchange.getProperty(Exchange.SPLIT_SIZE, Integer.class)).isEqualTo(1);
        assertThat(exchange.getProperty(Exchange.SPLIT_COMPLETE, Boolean.class)).isTrue();
        assertThat(exchange.getProperty(Exchange.LOOP_INDEX, Integer.class)).isZero();
        assertThat(exchange.getProperty(Exchange.REDELIVERY_COUNTER, Integer.class))
                .isZero();
        assertThat(exchange.getProperty(Exchange.CORRELATION_ID, String.class)).isEqualTo("c");
        exchange.setProperty(Exchange.SPLIT_INDEX, 9);
        assertThat(exchange.getSplitIndex()).isEqualTo(9);
        exchange.setSplit(5, -1, false);
        assertThat(exchange.getProperty(Exchange.SPLIT_SIZE)).isNull();
        assertThat(exchange.getProperty(Exchange.SPLIT_COMPLETE)).isEqualTo(false);
    }

    @Test
    void e8_completeIsTrueFalseOrAbsentWhateverTheIndex() {
        for (int part = 0; part < 2; part++) {
            exchange.setProperty(Exchange.SPLIT_COMPLETE, false);
            assertThat(exchange.getProperty(Exchange.SPLIT_COMPLETE)).isEqualTo(false);
            assertThat(exchange.copy().getProperty(Exchange.SPLIT_COMPLETE)).isEqualTo(false);
            assertThat(exchange.getAllProperties()).containsEntry(Exchange.SPLIT_COMPLETE, false);
            assertThat(exchange.removeProperty(Exchange.SPLIT_COMPLETE)).isEqualTo(false);
            assertThat(exchange.getProperty(Exchange.SPLIT_COMPLETE)).isNull();
            exchange.setProperty(Exchange.SPLIT_COMPLETE, true);
            assertThat(exchange.isSplitComplete()).isTrue();
            exchange.setProperty(Exchange.SPLIT_COMPLETE, null);
            assertThat(exchange.getProperty(Exchange.SPLIT_COMPLETE)).isNull();
            assertThat(exchange.isSplitComplete()).isFalse();
            assertThat(exchange.getAllProperties()).doesNotContainKey(Exchange.SPLIT_COMPLETE);
            exchange.setSplit(0, 3, false);
        }
    }

    @Test
    void e8_aValueOfAnotherTypeIsRefusedWithTheNameOfTheProperty() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> exchange.setProperty(Exchange.LOOP_INDEX, List.of()))
                .withMessageContaining("MehariLoopIndex")
                .withMessageContaining("Integer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> exchange.getProperties().put(Exchange.LOOP_INDEX, 1))
                .withMessageContaining("MehariLoopIndex")
                .withMessageContaining("setProperty");
    }

    @Test
    void e8_aNameSimilarToAFactIsAnOrdinaryProperty() {
        exchange.setProperty("MehariSplitIndeX", 1);
        exchange.setProperty("mehariSplitIndex", 2);
        assertThat(exchange.getProperties()).hasSize(2);
        assertThat(exchange.getSplitIndex()).isEqualTo(-1);
    }
}
