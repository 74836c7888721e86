package io.mehari.scenarios.fork;

import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The classes with the most objects per message, as a text that fits into a line.
 *
 * @param sum the number of objects of a message, of all classes
 * @param classes the classes with their number of objects, as in {@code 2.0 DefaultExchange}, sorted by number
 */
public record MostObjects(String sum, List<String> classes) {
    private static final int MOST_SHOWN = 3;
    private static final String MORE = "...";

    /** A class with fewer objects is left out, because a number with one decimal would be 0.0. */
    private static final double LEAST = 0.1;

    /** A shortened name with fewer characters is useless. */
    private static final int LEAST_ROOM = 12;

    /** Creates it from the lines of a count: the lines of the classes and the line of the total. */
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

    /** The name without its package. {@code ConcurrentHashMap$Node} keeps its outer class. */
    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /**
     * As many classes as fit, at most three. If the first does not fit, the beginning of its name; empty if that would
     * be too short.
     */
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
