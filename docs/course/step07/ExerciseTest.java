package step07;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void thePrefixIsCaseInsensitive() {
        Exercise exercise = exercise();
        assertThat(exercise.startsWith("Internal-User", "internal"))
                .as("startsWith(Internal-User, internal)")
                .isTrue();
        assertThat(exercise.startsWith("INTERNAL", "internal"))
                .as("startsWith(INTERNAL, internal)")
                .isTrue();
        assertThat(exercise.startsWith("Intern", "internal"))
                .as("startsWith(Intern, internal)")
                .isFalse();
        assertThat(exercise.startsWith("", ""))
                .as("startsWith(the empty text, the empty text)")
                .isTrue();
        assertThat(exercise.startsWith("X-Internal", "internal"))
                .as("startsWith(X-Internal, internal)")
                .isFalse();
    }

    @Test
    protected void aTurkishLocaleChangesNothing() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr"));
        try {
            assertThat(exercise().startsWith("INTERNAL-USER", "internal"))
                    .as("startsWith(INTERNAL-USER, internal) in Turkey")
                    .isTrue();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    protected void everyOtherCharacterEqualsOnlyItself() {
        Exercise exercise = exercise();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            for (int letter = 0; letter < 128; letter++) {
                boolean equal = c == letter || (Character.isLetter(letter) && (c ^ letter) == 0x20);
                if (exercise.startsWith((char) c + "-", (char) letter + "-") != equal) {
                    throw new AssertionError(
                            "[startsWith(U+%04X -, U+%04X -)] expected: %s".formatted(c, letter, equal));
                }
            }
        }
    }

    @Test
    protected void itAllocatesNothing() {
        Exercise exercise = exercise();
        assertThat(Bytes.of(() -> exercise.startsWith("Internal-User", "INTERNAL") ? "" : null))
                .as("bytes of startsWith(Internal-User, INTERNAL)")
                .isZero();
    }
}
