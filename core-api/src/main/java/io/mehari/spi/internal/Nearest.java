package io.mehari.spi.internal;

import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Words for error messages: the name that a mistyped one is probably meant to be, and what to do. */
public final class Nearest {
    /*
     * The name may come from a message, and the comparison takes time proportional to the product of the lengths, so
     * both are limited.
     */
    private static final int LONGEST = 64;
    private static final int MOST = 1000;
    private static final int MOST_SHOWN = 60;

    private Nearest() {}

    /** The end of an error message: the most similar name, if there is one, and all names. */
    public static String suggestion(String name, Collection<String> names) {
        String best = of(name, names);
        return (best.isEmpty() ? "" : "; did you mean '" + best + "'?")
                + (names.isEmpty() ? "" : (best.isEmpty() ? "." : "") + " Known: " + known(names));
    }

    /** "did you mean 'x'? Or else ", if a name is near; else nothing. */
    public static String orElse(String scheme, String name, Collection<String> names) {
        return meant(scheme, of(name, names));
    }

    /** The same for a name that is meant; nothing if it is empty. */
    public static String meant(String scheme, String best) {
        return best.isEmpty() ? "" : "did you mean '" + scheme + SafeText.of(best) + "'? Or else ";
    }

    /** For a name that the registry does not have. */
    public static String unbound(String name) {
        return "the registry has no object of that name; bind one before the route starts:"
                + " context.getRegistry().bind(\"" + SafeText.of(name) + "\", object) [MH-41]";
    }

    /** The nearest of the names; empty if none is near, or if the name is too long to be a typing error. */
    public static String of(String name, Collection<String> names) {
        String best = "";
        if (name.length() > LONGEST || names.size() > MOST) {
            return best;
        }
        int least = Math.max(2, name.length() / 3) + 1;
        for (String candidate : names) {
            if (candidate.length() <= LONGEST) {
                int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
                if (distance < least) {
                    least = distance;
                    best = candidate;
                }
            }
        }
        return best;
    }

    /**
     * Looks for a name at most once a second, since each failing message may ask, with a name of its own. Meanwhile it
     * knows the last answer only.
     */
    public static final class Seldom {
        private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

        private record Answer(String name, String best, long end) {}

        private final AtomicReference<@Nullable Answer> last = new AtomicReference<>();

        /** As {@link Nearest#of}; empty while another name was looked for less than a second ago. */
        public String of(String name, Supplier<? extends Collection<String>> names) {
            Answer known = last.get();
            long now = System.nanoTime();
            if (known != null && now - known.end < 0) {
                return known.name.equals(name) ? known.best : "";
            }
            String best = Nearest.of(name, names.get()); // by each thread that asks just then
            last.set(new Answer(name, best, now + INTERVAL_NANOS));
            return best;
        }

        /** As {@link Nearest#orElse}, with the same limit. */
        public String orElse(String scheme, String name, Supplier<? extends Collection<String>> names) {
            return meant(scheme, of(name, names));
        }
    }

    private static String known(Collection<String> names) {
        String shown =
                names.stream().limit(MOST_SHOWN).map(each -> SafeText.of(each)).collect(Collectors.joining(", "));
        return shown + (names.size() <= MOST_SHOWN ? "" : " and " + (names.size() - MOST_SHOWN) + " more");
    }

    /** The number of characters to insert, remove or replace to turn one text into the other. */
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
