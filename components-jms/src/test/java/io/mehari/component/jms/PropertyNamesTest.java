package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyNamesTest {
    private static final List<String> PIECES =
            List.of("_", "DOT", "HYPHEN", "x", "005f", "00", "a", ".", "-", " ", "\u00e9", "1", "_DOT_", "_x005f_");

    @ParameterizedTest
    @ValueSource(strings = {"my_DOT_x", "my.x", "_HYPHEN_", "a_x0041_b", "a_DOT.b", "_x0041.", "_DOT_DOT_", "not", "_"})
    void k4_aNameComesBackAsItWas(String name) {
        String sent = PropertyNames.encode(name);
        assertThat(sent.chars().allMatch(Character::isJavaIdentifierPart)).isTrue();
        assertThat(PropertyNames.decode(sent)).isEqualTo(name);
    }

    @Test
    void k4_anUnderscoreBeforeAWordIsSentAsItsCode() {
        assertThat(PropertyNames.encode("my_DOT_x")).isEqualTo("my_x005f_DOT_x");
    }

    @Test
    void k4_anyNameComesBackAsItWas() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder made = new StringBuilder();
            for (int piece = random.nextInt(6); piece >= 0; piece--) {
                made.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            String name = made.toString();
            assertThat(PropertyNames.decode(PropertyNames.encode(name)))
                    .as("seed " + seed)
                    .isEqualTo(name);
        }
    }
}
