package step07;

import java.util.Locale;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** The rules of the JDK, which make the Kelvin sign a k. */
    static class WrongRules extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public boolean startsWith(String name, String prefix) {
                    return name.regionMatches(true, 0, prefix, 0, prefix.length());
                }
            };
        }
    }

    /** A locale that is always the same: it still makes the Kelvin sign a k, and a new string. */
    static class WrongRoot extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public boolean startsWith(String name, String prefix) {
                    return name.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT));
                }
            };
        }
    }

    /** Sets a bit without a check for letters. */
    static class WrongBit extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public boolean startsWith(String name, String prefix) {
                    for (int i = 0; i < prefix.length(); i++) {
                        if (i == name.length() || (name.charAt(i) | 0x20) != (prefix.charAt(i) | 0x20)) {
                            return false;
                        }
                    }
                    return true;
                }
            };
        }
    }

    /** A name that is shorter than the prefix begins with it. */
    static class WrongShort extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public boolean startsWith(String name, String prefix) {
                    for (int i = 0; i < Math.min(name.length(), prefix.length()); i++) {
                        if (fold(name.charAt(i)) != fold(prefix.charAt(i))) {
                            return false;
                        }
                    }
                    return true;
                }
            };
        }
    }

    /** From the end of the prefix, which is as good. */
    static class RightBackwards extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public boolean startsWith(String name, String prefix) {
                    if (name.length() < prefix.length()) {
                        return false;
                    }
                    int i = prefix.length() - 1;
                    while (i >= 0 && fold(name.charAt(i)) == fold(prefix.charAt(i))) {
                        i--;
                    }
                    return i < 0;
                }
            };
        }
    }

    private static int fold(char c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
}
