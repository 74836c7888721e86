package step07;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When two names are equal, by the JDK's rules and by ASCII folding. */
class StepTest {

    private static final Locale TURKISH = Locale.forLanguageTag("tr");

    private interface Equality {
        boolean equal(String one, String other);
    }

    /** Characters outside ASCII that equal an ASCII letter. */
    private static List<String> lookAlikes(Equality equality) {
        List<String> found = new ArrayList<>();
        for (char c = 0x80; c < Character.MAX_VALUE; c++) {
            for (char letter = 'a'; letter <= 'z'; letter++) {
                if (equality.equal(String.valueOf(c), String.valueOf(letter))) {
                    found.add("U+%04X as %s".formatted((int) c, letter));
                }
            }
        }
        return found;
    }

    /** How many pairs of different characters are equal: classes of n characters have n(n-1)/2. */
    private static int equalPairs() {
        Map<Character, Integer> classes = new HashMap<>();
        int pairs = 0;
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            pairs += classes.merge(Before.fold((char) c), 1, Integer::sum) - 1;
        }
        return pairs;
    }

    private static String passesTheGate(Equality equality) {
        List<String> passed = Gate.passed(List.of("Internal-User", "\u0131nternal-User"));
        return Gate.found(passed, "Internal-User", equality::equal) ? "found" : "not found";
    }

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .row(
                        "non-ASCII characters equal to an ASCII letter",
                        lookAlikes(Before::equal).size(),
                        lookAlikes(After::equal).size())
                .row("forbidden name, after the filter", passesTheGate(Before::equal), passesTheGate(After::equal))
                .row(
                        "allocated to fold a name: toLowerCase(), one by one",
                        Bytes.of(() -> "Content-Type".toLowerCase(Locale.ROOT)) + " B",
                        Bytes.of(() -> After.equal("Content-Type", "content-type") ? "there" : null) + " B")
                .check();
    }

    @Test
    void fourCharactersEqualAnAsciiLetter() {
        assertThat(lookAlikes(Before::equal))
                .containsExactly("U+0130 as i", "U+0131 as i", "U+017F as s", "U+212A as k");
        assertThat(lookAlikes(After::equal)).isEmpty();
    }

    @Test
    void equalityDependsOnTheJdk() {
        int feature = Runtime.version().feature();
        if (feature == 17) {
            assertThat(equalPairs()).isEqualTo(1227);
        } else if (feature == 25) {
            assertThat(equalPairs()).isEqualTo(1237);
        } else {
            assertThat(equalPairs()).isGreaterThanOrEqualTo(1227);
        }
    }

    @Test
    void lowerCaseDependsOnTheLocale() {
        assertThat("TITLE".toLowerCase(TURKISH)).isEqualTo("t\u0131tle").isNotEqualTo("TITLE".toLowerCase(Locale.ROOT));
        assertThat("stra\u00dfe".toUpperCase(Locale.ROOT)).hasSize(7);
    }

    @Test
    void onlyAToZAreFolded() {
        int folded = 0;
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            folded += After.fold((char) c) == c ? 0 : 1;
        }
        assertThat(folded).isEqualTo(26);
        assertThat(After.fold('A')).isEqualTo('a');
        assertThat(After.fold('Z')).isEqualTo('z');
        assertThat(After.equal("Content-Type", "CONTENT-TYPE")).isTrue();
        assertThat(After.equal("Content-Type", "Content-Typ")).isFalse();
    }

    // region bit
    @Test
    void ignoringOneBitIsNotIgnoringCase() {
        assertThat(Tempting.fold('A')).isEqualTo(Tempting.fold('a'));
        assertThat(Tempting.fold('@')).isEqualTo(Tempting.fold('`'));
        assertThat(Tempting.fold('[')).isEqualTo(Tempting.fold('{'));
        assertThat(Tempting.fold('_')).isEqualTo(Tempting.fold('\u007f'));
        assertThat(Tempting.fold('\r')).isEqualTo(Tempting.fold('-')); // a carriage return equals a hyphen
    }
    // endregion

    @Test
    void equalNamesHaveEqualHashes() {
        String name = "X-Header_[09]@~\u212a";
        assertThat(After.hash(name.toUpperCase(Locale.ROOT))).isEqualTo(After.hash("x-header_[09]@~\u212a"));
        assertThat(After.hash("k")).isNotEqualTo(After.hash("\u212a"));
        assertThat(Before.hash("k")).isEqualTo(Before.hash("\u212a"));
    }

    @Test
    void beyondSixteenBitsEqualNamesHaveDifferentHashes() {
        String capital = new String(Character.toChars(0x10400)); // a Deseret letter
        String small = new String(Character.toChars(0x10428));
        assertThat(Before.equal(capital, small)).isTrue();
        assertThat(Before.hash(capital)).isNotEqualTo(Before.hash(small));
        assertThat(After.equal(capital, small)).isFalse();
    }
}
