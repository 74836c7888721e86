package step07;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/** A filter at the border and a look-up behind it, which should agree on what a name is. */
final class Gate {

    private Gate() {}

    // region gate
    /** Lets no header pass that is for internal use. */
    static List<String> passed(List<String> names) {
        List<String> passed = new ArrayList<>();
        for (String name : names) {
            if (!name.toLowerCase(Locale.ROOT).startsWith("internal")) {
                passed.add(name);
            }
        }
        return passed;
    }

    /** What the application behind it finds when it asks for an internal name. */
    static boolean found(List<String> names, String asked, BiPredicate<String, String> equal) {
        for (String name : names) {
            if (equal.test(name, asked)) {
                return true;
            }
        }
        return false;
    }
    // endregion
}
