package io.mehari.lab;

import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The objects of one operation by class. It lists the classes whose number of objects differs after the change. */
final class ObjectTable {
    private static final int MOST_CLASSES = 8;

    /** An object that a background thread allocates occasionally does not belong to the operation. */
    private static final double RARE = 0.01;

    private final String operation;
    private final Map<String, double[]> classes = new TreeMap<>();

    /** Creates the table from the lines of both sides. */
    ObjectTable(String operation, List<Fields> before, List<Fields> after) {
        this.operation = operation;
        add(before, 0);
        add(after, 2);
        classes.values().removeIf(each -> each[0] < RARE && each[2] < RARE);
    }

    private void add(List<Fields> lines, int column) {
        for (Fields line : lines) {
            if (line.kind().equals("class") && line.text("name").equals(operation)) {
                double[] cells = classes.computeIfAbsent(line.text("type"), each -> new double[4]);
                cells[column] = line.number("objects");
                cells[column + 1] = line.number("bytes");
            }
        }
    }

    /** The table, with the largest differences first; empty if there are none. */
    String markdown() {
        List<Map.Entry<String, double[]>> different = new ArrayList<>(classes.entrySet());
        different.removeIf(each -> Math.abs(each.getValue()[3] - each.getValue()[1]) < 1);
        different.sort(Comparator.comparingDouble(each -> -Math.abs(each.getValue()[3] - each.getValue()[1])));
        if (different.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder(
                "\nObjects of \"" + operation + "\" that differ:\n\n" + "| class | before | after |\n|---|---|---|\n");
        for (Map.Entry<String, double[]> each : different.subList(0, Math.min(MOST_CLASSES, different.size()))) {
            double[] cells = each.getValue();
            out.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s |%n",
                    each.getKey(),
                    cell(cells[0], cells[1]),
                    cell(cells[2], cells[3])));
        }
        return out.toString();
    }

    private static String cell(double objects, double bytes) {
        if (objects < RARE) {
            return "none";
        }
        return String.format(Locale.ROOT, "%s of %.0f B", number(objects), bytes);
    }

    private static String number(double objects) {
        return Math.abs(objects - Math.rint(objects)) < RARE
                ? String.format(Locale.ROOT, "%.0f", objects)
                : String.format(Locale.ROOT, "%.2f", objects);
    }
}
