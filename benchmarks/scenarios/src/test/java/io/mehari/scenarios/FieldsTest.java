package io.mehari.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A line that a run prints has tabs between its fields. Parsing it gives the same fields. */
class FieldsTest {

    @Test
    void whatWasWrittenIsRead() {
        Fields written = new Fields("total")
                .text("subject", "a \"b\" = c")
                .number("messages", 123_456_789_012L)
                .number("seconds", 1.25e-3)
                .truth("ordered", true);
        assertThat(written)
                .hasToString("kind=total\tsubject=a \"b\" = c\tmessages=123456789012\tseconds=0.00125\tordered=true");
        Fields read = Fields.of(written.toString());
        assertThat(read).isNotNull();
        assertThat(read.kind()).isEqualTo("total");
        assertThat(read.text("subject")).isEqualTo("a \"b\" = c");
        assertThat(read.number("messages")).isEqualTo(123_456_789_012d);
        assertThat(read.number("seconds")).isEqualTo(1.25e-3);
        assertThat(read.truth("ordered")).isTrue();
    }

    @Test
    void anythingElseIsNone() {
        assertThat(Fields.of("OpenJDK 64-Bit Server VM warning: something")).isNull();
        assertThat(Fields.of("kind=total\tmessages")).isNull();
    }

    @Test
    void aMissingFieldIsNamed() {
        assertThatThrownBy(() -> new Fields("total").number("messages")).hasMessageContaining("no field messages");
    }
}
