package io.mehari.scenarios.fork;

import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Of which classes most objects of a message are, in as few words as a line has room for.
 *
 * @param sum objects of a message, of whatever class
 * @param classes each with how many there are of it, as in {@code 2.0 DefaultExchange}; those with most first
 */
public record MostObjects(String sum, List<String> classes) {
    private static final int MOST_SHOWN = 3;
    private static final String MORE = "...";

    /** Of a class of which there is less, a line that has one decimal would say that there is none. */
    private static final double LEAST = 0.1;

    /** An elided name shorter than that says nothing. */
    private static final int LEAST_ROOM = 12;

    /** From the lines of a count: those of its classes and that of all. */
    static MostObjects of(List<Fields> classes, Fields all) {
        List<String> counted = classes.stream()
                .filter(each -> each.number("objects") >= LEAST)
                .sorted(Comparator.comparingDouble((Fields each) -> each.number("objects"))
                        .reversed())
                .map(each -> tenths(each.number("objects")) + ' ' + simple(each.text("type")))
                .toList();
        return new MostObjects(tenths(all.number("objects")) + " objects", counted);
    }

    private static String tenths(double number) {
        return String.format(Locale.ROOT, "%,.1f", number);
    }

    /** Without its package; {@code ConcurrentHashMap$Node} keeps the class that it is part of. */
    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /** As many of the classes as fit, three at most; part of the first if it does not; nothing if that says nothing. */
    String within(int room) {
        for (int count = Math.min(MOST_SHOWN, classes.size()); count > 0; count--) {
            String text = first(count);
            if (text.length() <= room) {
                return text;
            }
        }
        if (classes.isEmpty() || room < LEAST_ROOM) {
            return "";
        }
        return classes.get(0).substring(0, Math.min(classes.get(0).length(), room - MORE.length())) + MORE;
    }

    /** Whether at least one class is shown in full. */
    boolean fits(int room) {
        return classes.isEmpty() || first(1).length() <= room;
    }

    private String first(int count) {
        List<String> shown = new ArrayList<>(classes.subList(0, count));
        if (count < classes.size()) {
            shown.add(MORE);
        }
        return String.join(", ", shown);
    }
}
