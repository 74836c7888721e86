package io.mehari.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Who has which colour: Mehari always the same, the others in the order in which the result names them. */
final class Palette {
    private static final int COLOURS = 10;
    private static final int OWN = 2;

    private final Map<String, Integer> colours = new LinkedHashMap<>();

    Palette(Result result) {
        colours.put("mehari", 0);
        colours.put("mehari-pooled", 1);
        Consumer<String> next = subject -> colours.putIfAbsent(subject, OWN + (colours.size() - OWN) % (COLOURS - OWN));
        result.rows().forEach(row -> next.accept(row.subject()));
        result.percentiles().forEach(each -> next.accept(each.subject()));
        result.series().forEach(each -> next.accept(each.subject()));
        result.objects().forEach(each -> next.accept(each.subject()));
    }

    /** The number of its colour in the style sheet. */
    int of(String subject) {
        return colours.getOrDefault(subject, COLOURS - 1);
    }

    /** The numbers by subject, for the page's script, whose pictures have these colours too. */
    String json() {
        return Json.write(colours);
    }

    /** Whether that is Mehari, in one of its forms. */
    static boolean own(String subject) {
        return subject.equals("mehari") || subject.startsWith("mehari-");
    }
}
