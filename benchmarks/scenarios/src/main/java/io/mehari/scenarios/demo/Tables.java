package io.mehari.scenarios.demo;

import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Outcome;
import io.mehari.scenarios.fork.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables that are printed at the end. */
final class Tables {
    /** A class with fewer objects per message is only part of the sum. */
    static final double LEAST_OBJECTS = 0.01;

    private static final int MOST_CLASSES = 30;

    private Tables() {}

    /** One line for each subject and variation, including those without figures. */
    static String summary(List<Outcome> outcomes) {
        Table table = new Table(
                2,
                List.of(
                        "scenario",
                        "subject",
                        "messages/s",
                        "CPU ns/message",
                        "bytes/message",
                        "objects/message",
                        "live heap MB",
                        "GCs",
                        "GC ms"));
        for (Outcome each : outcomes) {
            table.add(each.counts() ? figures(each) : List.of(name(each), each.contender.id(), each.whyNone()));
        }
        return table.toString();
    }

    private static List<String> figures(Outcome each) {
        Fields objects = each.objects;
        return List.of(
                name(each),
                each.contender.id(),
                whole(perSecond(each)),
                whole(perMessage(each, "cpu")),
                whole(perMessage(each, "allocated")),
                objects == null ? "" : tenths(objects.number("objects")),
                tenths(of(each, "live") / 1e6),
                whole(of(each, "collections")),
                whole(of(each, "collectingMillis")));
    }

    static double perSecond(Outcome each) {
        return of(each, "messages") / (of(each, "nanos") / 1e9);
    }

    static double perMessage(Outcome each, String field) {
        return of(each, field) / of(each, "messages");
    }

    /** That field of the total. */
    static double of(Outcome each, String field) {
        return each.totals.get(0).number(field);
    }

    private static String name(Outcome each) {
        return each.variation.id();
    }

    /** Objects and bytes per exchange by class, for all subjects of a variation. */
    static String objects(Variation variation, List<Outcome> outcomes) {
        List<Outcome> counted = new ArrayList<>();
        for (Outcome each : outcomes) {
            if (each.variation.equals(variation) && each.counts() && each.objects != null) {
                counted.add(each);
            }
        }
        if (counted.isEmpty()) {
            return "";
        }
        List<String> heads = new ArrayList<>(List.of("objects (bytes) for each message"));
        counted.forEach(each -> heads.add(each.contender.id()));
        Table table = new Table(1, heads);
        for (String type : shown(counted)) {
            List<String> row = new ArrayList<>(List.of(shortened(type)));
            counted.forEach(each -> row.add(cell(each, type)));
            table.add(row);
        }
        List<String> sums = new ArrayList<>(List.of("all classes, those not shown included"));
        for (Outcome each : counted) {
            Fields all = each.objects;
            sums.add(all == null ? "" : pair(all.number("objects"), all.number("bytes")));
        }
        table.add(sums);
        return table.toString();
    }

    /** The classes with many objects in a subject, sorted by bytes. */
    private static List<String> shown(List<Outcome> counted) {
        Map<String, Double> bytes = new LinkedHashMap<>();
        for (Outcome each : counted) {
            for (Fields line : each.classes) {
                if (line.number("objects") >= LEAST_OBJECTS) {
                    bytes.merge(line.text("type"), line.number("bytes"), Math::max);
                }
            }
        }
        return bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MOST_CLASSES)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String cell(Outcome outcome, String type) {
        for (Fields line : outcome.classes) {
            if (line.text("type").equals(type) && line.number("objects") >= LEAST_OBJECTS) {
                return pair(line.number("objects"), line.number("bytes"));
            }
        }
        return "";
    }

    private static String pair(double objects, double bytes) {
        return String.format(Locale.ROOT, "%.2f (%,.0f)", objects, bytes);
    }

    /** {@code o.a.c.support.DefaultExchange}: shortens all packages except the last one to their first letters. */
    static String shortened(String type) {
        String[] parts = type.split("\\.", -1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            text.append(i < parts.length - 2 ? parts[i].substring(0, 1) : parts[i]);
            text.append(i < parts.length - 1 ? "." : "");
        }
        return text.toString();
    }

    private static String whole(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    private static String tenths(double number) {
        return String.format(Locale.ROOT, "%,.1f", number);
    }
}
