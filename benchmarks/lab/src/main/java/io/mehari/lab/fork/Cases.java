package io.mehari.lab.fork;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The cases of a law. */
final class Cases {
    private static final int SHOWN = 3;

    private final String law;
    private final List<String> failed = new ArrayList<>();
    private int cases;

    Cases(String law) {
        this.law = law;
    }

    /** Adds a case: it holds if the callable returns true, and fails if it returns false or throws. */
    @SuppressWarnings("CatchingUnchecked") // an exception of the framework is a result
    Cases check(String name, Callable<Boolean> holds) {
        cases++;
        try {
            if (!holds.call()) {
                failed.add(name);
            }
        } catch (Throwable e) {
            failed.add(name + " (" + e.getClass().getSimpleName() + ")");
        }
        return this;
    }

    RunLaws.Outcome outcome() {
        return new RunLaws.Outcome(law, cases - failed.size(), cases, shortened(failed));
    }

    /** The first names, and how many more there are. */
    static String shortened(List<String> names) {
        if (names.size() <= SHOWN) {
            return String.join(", ", names);
        }
        return String.join(", ", names.subList(0, SHOWN)) + " and " + (names.size() - SHOWN) + " more";
    }
}
