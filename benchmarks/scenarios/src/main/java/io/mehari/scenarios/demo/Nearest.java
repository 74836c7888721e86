package io.mehari.scenarios.demo;

import java.util.List;

/** Helps those who mistyped a name. */
public final class Nearest {

    private Nearest() {}

    /** The rest of a sentence: the nearest of the names, if any is near, and all of them. */
    public static String suggestion(String name, List<String> names) {
        String best = "";
        int least = Math.max(2, name.length() / 3) + 1;
        for (String candidate : names) {
            int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return (best.isEmpty() ? "." : ": did you mean " + best + "?") + " There are " + String.join(", ", names);
    }

    /** How many characters must be inserted, removed or replaced to make one of the other. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
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
