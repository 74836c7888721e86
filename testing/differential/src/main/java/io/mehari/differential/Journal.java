package io.mehari.differential;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records which steps of a case ran, and decides which of them fail. */
public final class Journal {
    public static final String TEXT = "on purpose";

    private final List<Plan.Failure> failures;
    private final Map<String, Integer> runs = new HashMap<>();
    private final List<String> entries = new ArrayList<>();

    Journal(List<Plan.Failure> failures) {
        this.failures = failures;
    }

    /** A step runs. Returns the exception with which it must fail, or null. */
    public synchronized @Nullable Throwable run(String step, String body) {
        int run = runs.merge(step, 1, Integer::sum);
        entries.add(step + " " + body);
        for (Plan.Failure each : failures) {
            if (each.step().equals(step) && each.isDue(run, body)) {
                return failure(each.type(), step);
            }
        }
        return null;
    }

    /** Creates an exception of that type. */
    public static Throwable failure(Class<? extends Throwable> type, String text) {
        try {
            return type.getConstructor(String.class).newInstance(TEXT + ": " + text);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public synchronized List<String> entries() {
        return List.copyOf(entries);
    }
}
