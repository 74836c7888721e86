package io.mehari.lab;

import io.mehari.engine.Fields;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.engine.Verdict;
import io.mehari.lab.Finding.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run says of all operations, in words and as a table. */
record Findings(List<Finding> all) {
    /** The findings for what {@link Runs#measure} has measured on all sides. They are judged together. */
    static Findings of(Map<String, Map<String, List<Fields>>> measured) {
        List<Map.Entry<String, Map<String, List<Fields>>>> operations = measured.entrySet().stream()
                .filter(each -> !each.getKey().isEmpty())
                .filter(each -> each.getValue().keySet().containsAll(List.of(Side.BEFORE, Side.AGAIN, Side.AFTER)))
                .toList();
        return new Findings(operations.stream()
                .map(each -> Finding.of(each.getKey(), each.getValue(), operations.size()))
                .toList());
    }

    /** The result in two sentences. */
    String claim() {
        long faster = all.stream().filter(each -> each.times() == Shown.LESS).count();
        long slower = all.stream().filter(each -> each.times() == Shown.MORE).count();
        return "Bytes: fewer in " + bytes(Shown.LESS) + ", more in " + bytes(Shown.MORE)
                + ", of " + all.size() + " operations. Time: shorter in " + faster + ", longer in " + slower
                + ", not shown in " + (all.size() - faster - slower) + ".";
    }

    /** The bytes of each JVM, by operation and side. */
    Map<String, Map<String, List<Double>>> bytes() {
        Map<String, Map<String, List<Double>>> bytes = new LinkedHashMap<>();
        for (Finding each : all) {
            Map<String, List<Double>> sides = bytes.computeIfAbsent(each.operation(), any -> new LinkedHashMap<>());
            sides.put(Side.BEFORE, each.bytesBefore());
            sides.put(Side.AFTER, each.bytesAfter());
        }
        return bytes;
    }

    /** The operation whose bytes differ most; empty if none differs by a byte. */
    String most() {
        return all.stream()
                .filter(each -> Math.abs(each.change()) >= 1)
                .max(Comparator.comparingDouble(each -> Math.abs(each.change())))
                .map(Finding::operation)
                .orElse("");
    }

    /** How many operations, and the one whose bytes differ most. */
    private String bytes(Shown shown) {
        List<Finding> some = all.stream()
                .filter(each -> each.bytes() == shown)
                .sorted(Comparator.comparingDouble(each -> -Math.abs(each.change())))
                .toList();
        return some.isEmpty()
                ? "0"
                : String.format(
                        Locale.ROOT,
                        "%d (most: %s, %.0f to %.0f B)",
                        some.size(),
                        some.get(0).operation(),
                        Statistics.median(some.get(0).bytesBefore()),
                        Statistics.median(some.get(0).bytesAfter()));
    }

    /** A sentence that names the operations that are worse after the change; empty if there are none. */
    String worse() {
        List<String> worse = new ArrayList<>();
        for (Finding each : all) {
            String why = each.bytes() != Shown.MORE
                    ? ""
                    : "more bytes: " + History.range(each.bytesBefore()) + " before, "
                            + History.range(each.bytesAfter()) + " after";
            if (each.times() == Shown.MORE) {
                why += (why.isEmpty() ? "" : ", ") + "slower: time after / before " + ratio(each.time());
            }
            if (!why.isEmpty()) {
                worse.add(each.operation() + " (" + why + ")");
            }
        }
        return worse.isEmpty() ? "" : "Worse than before: " + String.join("; ", worse) + ".\n";
    }

    /** A row for each operation, whatever A/A says. A ratio without an interval, of too few JVMs, is not shown. */
    String table() {
        Table table = Table.of("operation")
                .numbers(
                        "B before",
                        "B after",
                        "ns before",
                        "ns after",
                        "time after / before",
                        "A/A",
                        "could show",
                        "verdict");
        for (Finding each : all) {
            String mark = each.steady() ? "" : "~";
            table.add(
                    each.operation() + (each.state() == null ? "" : " (" + each.state() + ")"),
                    mark + History.range(each.bytesBefore()),
                    mark + History.range(each.bytesAfter()),
                    nanos(each.nanosBefore()),
                    nanos(each.nanosAfter()),
                    ratio(each.time()),
                    interval(each.noise()),
                    couldShow(each.time()),
                    verdict(each));
        }
        return table.toString();
    }

    private static String verdict(Finding finding) {
        String bytes = word(finding.bytes(), "fewer bytes", "**more bytes**");
        String time = word(finding.times(), "faster", "**slower**");
        if (time.isEmpty()) {
            time = "time not shown: " + finding.whyNoTime();
        }
        return finding.isShown()
                ? (bytes.isEmpty() ? "bytes not shown" : bytes) + ", " + time
                : "not shown: " + finding.whyNoTime();
    }

    private static String word(Shown shown, String less, String more) {
        return shown == Shown.LESS ? less : shown == Shown.MORE ? more : "";
    }

    private static String nanos(List<Double> samples) {
        double nanos = Statistics.median(samples);
        return String.format(Locale.ROOT, nanos < 100 ? "%.1f" : "%.0f", nanos);
    }

    private static String ratio(Verdict verdict) {
        String interval = interval(verdict);
        return interval.isEmpty() ? "" : String.format(Locale.ROOT, "%.2f %s", verdict.ratio(), interval);
    }

    private static String interval(Verdict verdict) {
        return Double.isNaN(verdict.interval().low())
                ? ""
                : String.format(
                        Locale.ROOT,
                        "[%.2f, %.2f]",
                        verdict.interval().low(),
                        verdict.interval().high());
    }

    private static String couldShow(Verdict verdict) {
        return Double.isNaN(verdict.smallestShown())
                ? ""
                : String.format(Locale.ROOT, "%.1f %%", 100 * verdict.smallestShown());
    }
}
