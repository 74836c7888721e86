package io.mehari.spi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law H1: A-Z are folded to a-z, and nothing else is, whatever the locale and the JDK. */
class AsciiCaseTest {

    /** The law, written in another way than the code. */
    private static char byTheLaw(char c) {
        int at = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(c);
        return at < 0 ? c : "abcdefghijklmnopqrstuvwxyz".charAt(at);
    }

    /** Every character that any rule of Unicode, or a slip of arithmetic, might take for the same as {@code c}. */
    private static char[] candidates(char c) {
        return new char[] {
            c,
            (char) (c ^ 0x20),
            (char) (c + 0x20),
            (char) (c - 0x20),
            (char) (c ^ 0x100),
            (char) (c & 0xFF),
            (char) (c & 0x7F),
            Character.toLowerCase(c),
            Character.toUpperCase(c),
            Character.toTitleCase(c),
            Character.toLowerCase(Character.toUpperCase(c)),
            Character.toUpperCase(Character.toLowerCase(c))
        };
    }

    private static void inTurkish(Runnable test) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            test.run();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void h1_everyCharacterFoldsByTheLaw() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            char folded = AsciiCase.fold((char) c);
            if (folded != byTheLaw((char) c)) {
                assertThat(folded).as("fold of U+%04X", c).isEqualTo(byTheLaw((char) c));
            }
        }
    }

    @Test
    void h1_twoCharactersAreEqualExactlyWhenTheirFoldsAre() {
        inTurkish(() -> {
            for (int c = 0; c <= Character.MAX_VALUE; c++) {
                for (char other : candidates((char) c)) {
                    assertEqualByTheLaw((char) c, other);
                }
                for (char letter : "AaIiKkSsZz".toCharArray()) {
                    assertEqualByTheLaw((char) c, letter);
                }
            }
        });
    }

    private static void assertEqualByTheLaw(char one, char other) {
        boolean expected = byTheLaw(one) == byTheLaw(other);
        String name = String.valueOf(one);
        String otherName = String.valueOf(other);
        if (AsciiCase.equal(name, otherName) != expected || AsciiCase.startsWith(name, otherName) != expected) {
            throw new AssertionError(
                    String.format("U+%04X and U+%04X are equal: %s", (int) one, (int) other, !expected));
        }
    }

    @Test
    void h1_foldedNamesAreEqualExactlyWhenTheNamesAre() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String name = "x" + (char) c;
            String folded = AsciiCase.fold(name);
            if (folded.charAt(1) != byTheLaw((char) c) || !AsciiCase.equal(folded, name)) {
                assertThat(folded).as("U+%04X", c).isEqualTo("x" + byTheLaw((char) c));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "content-type", "x-ü", "k\u0131\u0130\u212A\u017F", "1@[`{"})
    void h1_aNameWithoutCapitalsIsNotCopied(String name) {
        assertThat(AsciiCase.fold(name)).isSameAs(name);
    }

    @Test
    void h1_lookAlikeCharactersMakeDifferentNames() {
        inTurkish(() -> {
            assertThat(AsciiCase.equal("\u212A", "k")).isFalse();
            assertThat(AsciiCase.equal("\u212A", "K")).isFalse();
            assertThat(AsciiCase.equal("\u0130", "i")).isFalse();
            assertThat(AsciiCase.equal("\u0131", "I")).isFalse();
            assertThat(AsciiCase.equal("\u017F", "S")).isFalse();
            assertThat(AsciiCase.equal("I", "i")).isTrue();
            assertThat(AsciiCase.fold("TITLE")).isEqualTo("title");
        });
    }

    @Test
    void h1_namesOfDifferentLengthAreDifferent() {
        assertThat(AsciiCase.equal("ab", "abc")).isFalse();
        assertThat(AsciiCase.equal("abc", "ab")).isFalse();
        assertThat(AsciiCase.equal("", "")).isTrue();
        assertThat(AsciiCase.startsWith("ab", "ABC")).isFalse();
        assertThat(AsciiCase.startsWith("abc", "ABC")).isTrue();
        assertThat(AsciiCase.startsWith("abc", "")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"k", "[k]", "(K)", "k*", "[j-l]", "\\x6B"})
    void h1_filtersFoldAsTheMapDoes(String pattern) {
        inTurkish(() -> {
            Predicate<String> matcher = AsciiCase.matcher(pattern);
            for (int c = 0; c <= Character.MAX_VALUE; c++) {
                char folded = byTheLaw((char) c);
                boolean expected = pattern.equals("[j-l]") ? folded >= 'j' && folded <= 'l' : folded == 'k';
                if (matcher.test(Character.toString(c)) != expected) {
                    assertThat(expected).as("%s matches U+%04X", pattern, c).isEqualTo(!expected);
                }
            }
        });
    }

    @Test
    void h1_aPatternIsANameOrABeginningOrAnExpression() {
        assertThat(AsciiCase.matcher("X-Foo")).accepts("x-foo").rejects("x-fo", "x-foo1");
        assertThat(AsciiCase.matcher("a.b")).accepts("A.B").rejects("axb");
        assertThat(AsciiCase.matcher("X-*")).accepts("x-", "x-Foo", "X-1").rejects("x", "y-foo");
        assertThat(AsciiCase.matcher("*")).accepts("", "anything");
        assertThat(AsciiCase.matcher("a.*")).accepts("a", "ab", "A.b").rejects("ba");
        assertThat(AsciiCase.matcher("(foo|BAR)[0-9]+"))
                .accepts("Foo1", "bar22")
                .rejects("foo", "foo1x");
        assertThatThrownBy(() -> AsciiCase.matcher("(")).isInstanceOf(PatternSyntaxException.class);
    }
}
