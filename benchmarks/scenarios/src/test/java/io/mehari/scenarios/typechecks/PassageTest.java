package io.mehari.scenarios.typechecks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** In each form, every message reaches the end, with its payload. */
class PassageTest {
    @SuppressWarnings("unused")
    private static final java.util.List<String> NAMES = Form.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void eachMessageComesThrough(String form) throws Exception {
        assertThat(Passage.nanos(form, 2, 0.01)).isPositive();
    }

    @Test
    void anUnknownFormIsRefused() {
        assertThatThrownBy(() -> Form.of("lattice")).hasMessageContaining("known are behind-interfaces");
    }
}
