package io.mehari.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The colours of the subjects. Mehari always has the same colour; the others get theirs in the order of the result. */
final class Palette {
    static final int COLOURS = 10;
    private static final int OWN = 2;

    private final Map<String, Integer> colours = new LinkedHashMap<>();

    Palette(Result result) {
        colours.put("mehari", 0);
        colours.put("mehari-pooled", 1);
        Consumer<String> next = subject -> colours.putIfAbsent(subject, OWN + (colours.size() - OWN) % (COLOURS - OWN));
        result.rows().forEach(row -> next.accept(row.subject()));
        result.percentiles().forEach(each -> next.accept(each.subject()));
        result.series().forEach(each -> next.accept(each.subject()));
    }

    /** The number of a subject's colour in the style sheet. */
    int of(String subject) {
        return colours.getOrDefault(subject, COLOURS - 1);
    }

    /** Whether the subject is Mehari, in any of its variants. */
    static boolean own(String subject) {
        return subject.equals("mehari") || subject.startsWith("mehari-");
    }
}
