package io.mehari.lab;

import io.mehari.lab.TestResults.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The tests of one package, before and after a change.
 *
 * @param name of the package
 * @param before their results when all tests of the package ran together
 * @param after the same after the change
 * @param alone results of the classes with a difference when each ran alone in a JVM, one pair for each run
 */
record TestComparison(String name, TestResults before, TestResults after, List<Pair> alone) {
    /** The results of one class that ran alone, before and after. */
    record Pair(String type, TestResults before, TestResults after) {}

    /** The result of a test with a difference, after its class ran alone. */
    enum Verdict {
        /** Passes in each run before the change, and never after it. */
        FAILS_AFTER("fails after the change"),
        /** Never passes before the change, and passes in each run after it. */
        PASSES_AFTER("passes after the change"),
        /** Passes in each run on both sides. */
        PASSES_ALONE("passes alone on both sides"),
        /** Never passes on either side. */
        FAILS_ALONE("fails alone on both sides"),
        /** Passes and fails without a change. */
        UNSTEADY("unsteady"),
        /** Too many classes have differences. */
        NOT_REPEATED("was not repeated");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * A test with different results before and after the change.
     *
     * @param test class and method
     * @param before its result when it ran with the others
     * @param after the same after the change
     * @param passedBefore how often it passed alone
     * @param passedAfter the same after the change
     * @param times how often its class ran alone on each side
     */
    record Difference(String test, Outcome before, Outcome after, int passedBefore, int passedAfter, int times) {
        /** The verdict for this test. */
        Verdict verdict() {
            if (times == 0) {
                return Verdict.NOT_REPEATED;
            }
            boolean always = passedBefore == times;
            boolean never = passedBefore == 0;
            if (passedAfter == 0) {
                return always ? Verdict.FAILS_AFTER : never ? Verdict.FAILS_ALONE : Verdict.UNSTEADY;
            }
            if (passedAfter == times) {
                return always ? Verdict.PASSES_ALONE : never ? Verdict.PASSES_AFTER : Verdict.UNSTEADY;
            }
            return Verdict.UNSTEADY;
        }
    }

    /** The tests with different results, in the order in which they ran. */
    List<Difference> differences() {
        Set<String> tests = new LinkedHashSet<>(before.outcomes().keySet());
        tests.addAll(after.outcomes().keySet());
        List<Difference> found = new ArrayList<>();
        for (String test : tests) {
            Outcome first = before.of(test);
            Outcome second = after.of(test);
            if (!first.result().equals(second.result())) {
                List<Pair> own = alone.stream()
                        .filter(each -> each.type().equals(type(test)))
                        .toList();
                int passedBefore = (int) own.stream()
                        .filter(each -> each.before().of(test).passed())
                        .count();
                int passedAfter = (int) own.stream()
                        .filter(each -> each.after().of(test).passed())
                        .count();
                found.add(new Difference(test, first, second, passedBefore, passedAfter, own.size()));
            }
        }
        return found;
    }

    /** The classes of these tests. */
    List<String> typesWithDifferences() {
        return differences().stream().map(each -> type(each.test())).distinct().toList();
    }

    private static String type(String test) {
        return test.substring(0, test.indexOf('#'));
    }
}
