package io.mehari.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the messages of the load, and how a receiver recognizes them. */
class NumberedTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theBodyNamesTheMessage(boolean poison) {
        Numbered sent = new Numbered(15, 123_456, poison);
        assertThat(sent.body()).hasSize(1_000);
        assertThat(Numbered.parse(sent.body())).isEqualTo(sent);
    }

    @Test
    void aBodyThatIsNotWholeIsNoMessage() {
        String body = new Numbered(3, 17, true).body();
        assertThat(Numbered.parse(body.substring(1))).isNull();
        assertThat(Numbered.parse(body.substring(0, body.length() - 1))).isNull();
        assertThat(Numbered.parse(body.replace("xx", "xy"))).isNull();
        assertThat(Numbered.parse("")).isNull();
        assertThat(Numbered.parse("3:17:good:")).isNull();
        assertThat(Numbered.parse("3:x:good:xxx")).isNull();
    }
}
