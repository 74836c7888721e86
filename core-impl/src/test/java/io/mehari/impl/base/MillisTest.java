package io.mehari.impl.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MillisTest {
    @Test
    void s5_aShortTimeIsNotTakenForNoneAndANegativeOneStaysNegative() {
        assertThat(Millis.of(Duration.ZERO, "delay")).isZero();
        assertThat(Millis.of(Duration.ofNanos(1), "delay")).isEqualTo(1);
        assertThat(Millis.of(Duration.ofSeconds(2), "delay")).isEqualTo(2_000);
        assertThat(Millis.of(Duration.ofNanos(-1), "delay")).isNegative();
        assertThat(Millis.of(Duration.ofSeconds(Long.MIN_VALUE), "delay")).isNegative();
    }

    @Test
    void s5_aTimeThatNoTimerCanCountIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Millis.of(Duration.ofSeconds(Long.MAX_VALUE), "delay"))
                .withMessageStartingWith("delay(PT2562047788015215H30M7S): that is more than 100 years");
    }
}
