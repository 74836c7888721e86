package io.mehari.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number is the same text on every JDK and in every locale. */
class NumbersTest {

    /** The output of Double.toString for 2.0E-3 and 2.2250738585072014E-308 changed with JDK 19. */
    @ParameterizedTest
    @CsvSource({
        "0.0, 0",
        "-0.0, 0",
        "0.1, 0.1",
        "2.0E-3, 0.002",
        "1E23, 1E+23",
        "2.2250738585072014E-308, 2.2250738585072014E-308",
        "1e-7, 1E-7",
        "4.9E-324, 5E-324",
        "0.30000000000000004, 0.30000000000000004"
    })
    void exactIsTheShortestDecimal(double value, String text) {
        assertThat(Numbers.exact(value)).isEqualTo(text);
    }

    @Test
    void exactIsReadBackAsTheSameNumber() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(Numbers.exact(value))).isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "80.04, 80",
        "1.2345, 1.23",
        "1508.7, 1509",
        "9999, 9999",
        "9999.6, 10 k",
        "12345, 12.3 k",
        "999999, 1 M",
        "4567890, 4.57 M",
        "0.0123, 0.0123",
        "0.0000123, 0.0000123",
        "-1234567, -1.23 M"
    })
    void shownHasThreeDigits(double value, String text) {
        assertThat(Numbers.shown(value)).isEqualTo(text);
    }

    @Test
    void theLocaleIsNotAsked() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Numbers.exact(1234.5)).isEqualTo("1234.5");
            assertThat(Numbers.shown(1234567.8)).isEqualTo("1.23 M");
            assertThat(Numbers.rounded(1.25, 1)).isEqualTo("1.3");
        } finally {
            Locale.setDefault(before);
        }
    }
}
