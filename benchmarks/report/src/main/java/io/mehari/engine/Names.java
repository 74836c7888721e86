package io.mehari.engine;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds things by their names, and suggests the nearest name for an unknown one. */
public final class Names {
    private Names() {}

    /** The element with that name. The message for an unknown name has the nearest name and all names. */
    public static <T> T find(String what, String name, List<T> all, Function<T, String> naming) {
        int least = Math.max(2, name.length() / 3) + 1;
        @Nullable String best = null;
        for (T each : all) {
            String candidate = naming.apply(each);
            int distance = distance(name, candidate);
            if (distance == 0) {
                return each;
            }
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        throw new IllegalArgumentException("There is no " + what + " " + name
                + (best == null ? "." : ": did you mean " + best + "?") + " There are "
                + String.join(", ", all.stream().map(naming).toList()));
    }

    /** The number of characters to insert, remove or replace to turn one text into the other. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        Arrays.setAll(previous, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
