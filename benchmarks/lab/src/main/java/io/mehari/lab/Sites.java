package io.mehari.lab;

import io.mehari.engine.Fields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is allocated differently before and after, at one place or of one class.
 *
 * @param name of the class or the place
 * @param where the line and the callers, those after the change if it is still there
 */
@SuppressWarnings("ArrayRecordComponent") // they are never compared
record Sites(String name, String where, List<Double> objects, List<Double> bytes) {
    /** An object that a background thread allocates now and then does not belong to the operation. */
    private static final double RARE = 0.01;

    private static final int MOST_CLASSES = 3;
    private static final int MOST_PLACES = 6;
    private static final int MOST_PRINTED = 9;

    /** The places in a list, with a heading; empty if no operation is named. */
    static String listed(String operation, List<Fields> before, List<Fields> after) {
        return operation.isEmpty()
                ? ""
                : "Where the bytes of \"" + operation + "\" are allocated:\n\n"
                        + byPlace(before, after, Map.of()).stream()
                                .limit(MOST_PLACES)
                                .map(each -> "- " + each + "\n")
                                .collect(Collectors.joining());
    }

    /**
     * One line for each place with a difference, the largest first: how many bytes more or less, where, from where, of
     * which classes, and the release that brought most of it. A place is a method, since lines move.
     *
     * @param releases the objects of each release after the first, in their order; empty if none is to be named
     */
    static List<String> byPlace(List<Fields> before, List<Fields> after, Map<String, List<Fields>> releases) {
        if (before.isEmpty() || after.isEmpty()) {
            return List.of("the recorder has lost events: run it again");
        }
        return different(before, after, each -> each.text("at")).stream()
                .map(each -> String.format(
                                Locale.ROOT,
                                "%+.0f B%s: `%s`, %s: ",
                                each.more(),
                                since(each, before, releases),
                                each.name,
                                each.where)
                        + different(at(each.name, before), at(each.name, after), line -> line.text("type")).stream()
                                .limit(MOST_CLASSES)
                                .map(type ->
                                        type.name + ", " + type.counted(0) + " before, " + type.counted(1) + " after")
                                .collect(Collectors.joining("; ")))
                .toList();
    }

    /**
     * Prints which class, where, from where, how many bytes a message, and in which release most of them came.
     *
     * @param releases those after the first, the last included; empty if no release is to be named
     */
    static void print(Runs runs, String operation, Side before, Side after, List<Side> releases)
            throws IOException, InterruptedException {
        Map<String, List<Fields>> objects = new LinkedHashMap<>();
        for (Side each : releases) {
            System.err.println("objects of " + each.name());
            List<Fields> counted = runs.objects(each, operation);
            if (!counted.isEmpty()) {
                objects.put(each.name(), counted);
            }
        }
        List<Fields> last = objects.getOrDefault(after.name(), List.of());
        List<String> places = byPlace(
                runs.objects(before, operation), last.isEmpty() ? runs.objects(after, operation) : last, objects);
        places.stream().limit(MOST_PRINTED).forEach(System.out::println);
        if (places.isEmpty() || places.size() > MOST_PRINTED) {
            System.out.println(
                    places.isEmpty() ? "No objects differ." : (places.size() - MOST_PRINTED) + " places with less");
        }
    }

    private static String since(Sites place, List<Fields> before, Map<String, List<Fields>> releases) {
        double last = sum(at(place.name, before), "bytes");
        double most = 0;
        String since = "";
        for (Map.Entry<String, List<Fields>> each : releases.entrySet()) {
            double now = sum(at(place.name, each.getValue()), "bytes");
            double step = (now - last) * Math.signum(place.more());
            if (step > most) {
                most = step;
                since = " since " + each.getKey();
            }
            last = now;
        }
        return since;
    }

    private static List<Fields> at(String place, List<Fields> lines) {
        return lines.stream().filter(each -> each.text("at").equals(place)).toList();
    }

    /** Those that differ by a byte or more, the largest first. */
    private static List<Sites> different(List<Fields> before, List<Fields> after, Function<Fields, String> name) {
        Map<String, List<Fields>> olds = grouped(before, name);
        Map<String, List<Fields>> news = grouped(after, name);
        List<String> names = new ArrayList<>(olds.keySet());
        news.keySet().stream().filter(each -> !olds.containsKey(each)).forEach(names::add);
        return names.stream()
                .map(each -> of(each, olds.getOrDefault(each, List.of()), news.getOrDefault(each, List.of())))
                .filter(each -> each.objects.get(0) >= RARE || each.objects.get(1) >= RARE)
                .filter(each -> Math.abs(each.more()) >= 1)
                .sorted(Comparator.comparingDouble(each -> -Math.abs(each.more())))
                .toList();
    }

    private static Map<String, List<Fields>> grouped(List<Fields> lines, Function<Fields, String> name) {
        Map<String, List<Fields>> groups = new TreeMap<>();
        lines.forEach(each -> groups.computeIfAbsent(name.apply(each), any -> new ArrayList<>())
                .add(each));
        return groups;
    }

    private static Sites of(String name, List<Fields> before, List<Fields> after) {
        Fields most = (after.isEmpty() ? before : after)
                .stream()
                        .max(Comparator.comparingDouble(each -> each.number("bytes")))
                        .orElseThrow();
        String from = most.text("from");
        return new Sites(
                name,
                most.text("line") + (from.isEmpty() ? "" : ", from " + from),
                List.of(sum(before, "objects"), sum(after, "objects")),
                List.of(sum(before, "bytes"), sum(after, "bytes")));
    }

    private static double sum(List<Fields> lines, String name) {
        return lines.stream().mapToDouble(each -> each.number(name)).sum();
    }

    private double more() {
        return bytes.get(1) - bytes.get(0);
    }

    /** The number of objects and their bytes: 0 for before, 1 for after. */
    String counted(int side) {
        if (objects.get(side) < RARE) {
            return "none";
        }
        boolean whole = Math.abs(objects.get(side) - Math.rint(objects.get(side))) < RARE;
        return String.format(
                Locale.ROOT, whole ? "%.0f of %.0f B" : "%.2f of %.0f B", objects.get(side), bytes.get(side));
    }
}
