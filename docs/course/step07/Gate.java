package step07;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/** A filter for incoming names, and a later look-up; both should agree on which names are equal. */
final class Gate {

    private Gate() {}

    // region gate
    /** Removes the headers that are for internal use. */
    static List<String> passed(List<String> names) {
        List<String> passed = new ArrayList<>();
        for (String name : names) {
            if (!name.toLowerCase(Locale.ROOT).startsWith("internal")) {
                passed.add(name);
            }
        }
        return passed;
    }

    /** Whether the application, which runs after the filter, finds the internal name. */
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
