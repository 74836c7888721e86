package io.mehari.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.InvalidOptionException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An option knows its bounds (law S5), and its set knows it. */
class OptionSetTest {
    private final OptionSet set = new OptionSet();
    private final EndpointOption<Integer> count = set.atLeast(1, "count", 16, "how many");
    private final EndpointOption<Integer> priority = set.between(0, 9, "priority", 4, "how urgent");
    private final EndpointOption<Integer> length = set.between(1, 4, "length", null, "how long");
    private final EndpointOption<Duration> pause =
            set.atLeast(Duration.ofMillis(1), "pause", Duration.ofSeconds(5), "how slow");
    private final EndpointOption<TimeUnit> unit = set.of("unit", TimeUnit.DAYS, "which unit");
    private final EndpointOption<String> name = set.text("name", "which name");

    private static EndpointOptions given(EndpointOption<?> option, Object value) {
        return new EndpointOptions("some:uri", Map.of(option, value));
    }

    private static void refused(EndpointOption<?> option, Object value, String why) {
        assertThatThrownBy(() -> given(option, value))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("some:uri")
                .hasMessageContaining(why);
    }

    @Test
    void anOptionRegistersItselfInItsOrder() {
        OptionSet more = new OptionSet();
        EndpointOption<Boolean> own = more.of("own", true, "of its own");
        more.addAll(set);
        assertThat(set.list()).containsExactly(count, priority, length, pause, unit, name);
        assertThat(more.list()).hasSize(7).startsWith(own, count);
    }

    @Test
    void theDefaultSaysTheType() {
        assertThat(unit.type()).isEqualTo(TimeUnit.class);
        assertThat(count.type()).isEqualTo(Integer.class);
        assertThat(name.type()).isEqualTo(String.class);
        assertThat(name.defaultValue()).isNull();
    }

    @Test
    void s5_whatIsOutOfBoundsIsRefusedByName() {
        refused(count, 0, "count must be at least 1, not 0");
        refused(priority, -1, "priority must be from 0 to 9, not -1");
        refused(priority, 10, "priority must be from 0 to 9, not 10");
        refused(length, 5, "length must be from 1 to 4, not 5");
        refused(pause, Duration.ZERO, "pause must be at least 1 ms, not 0 ms");
    }

    @Test
    void theBoundsThemselvesAreAllowed() {
        assertThat(given(count, 1).get(count)).isEqualTo(1);
        assertThat(given(priority, 0).get(priority)).isZero();
        assertThat(given(priority, 9).get(priority)).isEqualTo(9);
        assertThat(given(pause, Duration.ofMillis(1)).millis(pause)).isEqualTo(1);
        assertThat(given(count, Integer.MAX_VALUE).find(length)).isNull();
    }
}
