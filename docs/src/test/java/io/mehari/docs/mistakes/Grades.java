package io.mehari.docs.mistakes;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How good the texts are, as judged by a reader who has not written them. A: names the thing, the place and the remedy.
 * B: one small thing is missing. C: one would have to search. D: misleading, or silent. All that were below B have been
 * mended, so only those with B are listed, with what is missing.
 */
final class Grades {
    private static final String VALUE = "which value it was: the body, or a result";
    private static final String YOURS = "what to do: it is an exception of your own code";
    private static final String NEAREST = "the name that is probably meant";
    private static final String ROUTE = "the route; the stack trace has its line";

    private Grades() {}

    /** The mistakes with a B. */
    static Map<String, String> missing() {
        Map<String, String> missing = new LinkedHashMap<>();
        missing.put("a blank before the scheme", "the word blank");
        missing.put("an option of another component", "which component has it");
        missing.put("cron for a timer", "the page about cron");
        missing.put("a mistyped object", NEAREST);
        missing.put("a property without a value", ROUTE);
        missing.put("a placeholder that is not closed", "which of the two it is");
        missing.put("a mistyped bean", NEAREST);
        missing.put("threads(0)", "the name of the method: CorePoolSize is the first argument of threads");
        missing.put("simple with a property that is not there", ROUTE);
        missing.put("simple, closed too late", "which of the four it is");
        missing.put("a text as a number", VALUE);
        missing.put("a mandatory body that is null", "what to do: set a body before");
        missing.put("a null body", YOURS);
        missing.put("a cast", YOURS);
        missing.put("bodyAs", VALUE);
        missing.put("a header of another type", "who has set it");
        missing.put("toD with a part that is not there", "which header has no value");
        missing.put("a bean whose parameter does not fit", "the method of the bean");
        missing.put("split of a number", "that a number is a single part");
        missing.put("validate", "the value that did not match");
        missing.put("simple, a date that is not there", "what to do: set the header before");
        missing.put("a NotifyBuilder of a mistyped route", "nothing, but the counts of all routes hide it");
        missing.put("a failure in a consumer", "what to do: add an error handler");
        missing.put("Main with a wrong URI", "nothing, but its end repeats the type of the cause");
        missing.put("no broker later", "what to check");
        return missing;
    }
}
