package io.mehari.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.openjdk.jol.info.GraphLayout;

/**
 * Prints the cost of an exchange in several cases, in allocated bytes and retained objects, compared with Apache Camel.
 * It measures in this process.
 */
public final class AllocationTable {

    private static final List<String> SUBJECTS = List.of("mehari", "camel-4.22.0");
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 20_000;
    private static final int BATCHES = 9;

    /** Keeps results reachable, so that the compiler cannot remove an allocation. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object sink = "";

    private AllocationTable() {}

    /** Arguments: subjects; the others are compared with the first one. Default: Mehari and Camel. */
    public static void main(String[] args) {
        List<String> subjects = args.length == 0 ? SUBJECTS : List.of(args);
        List<List<Row>> columns = new ArrayList<>();
        for (String subject : subjects) {
            System.err.println("measuring " + subject + " ...");
            try (ExchangeSubject exchanges = ExchangeSubject.of(subject)) {
                columns.add(measure(exchanges));
            }
        }
        print(subjects, columns);
    }

    private record Row(String what, long bytes, long objects) {}

    private static List<Row> measure(ExchangeSubject exchanges) {
        Object original = exchanges.filled(5, 2);
        Object completion = exchanges.newCompletion();
        exchanges.copy(original); // from here on, its content is marked as shared
        return List.of(
                row("new exchange with a body", () -> exchanges.create("body")),
                row("the same with a first header", () -> exchanges.filled(1, 0)),
                row("the same with 5 headers, 2 properties", () -> exchanges.filled(5, 2)),
                row("a copy of that, which is only read", () -> exchanges.copy(original)),
                row("a copy of that, with one header written", () -> {
                    Object copy = exchanges.copy(original);
                    exchanges.setHeader(copy, Names.HEADERS[2], "other value");
                    return copy;
                }),
                row("new exchange with one completion callback, from start to end", () -> {
                    Object exchange = exchanges.create("body");
                    exchanges.completeOnce(exchange, completion);
                    return exchange;
                }));
    }

    private static Row row(String what, Supplier<Object> made) {
        return new Row(what, bytes(made), objects(made));
    }

    /**
     * Allocated bytes per call: the minimum of some batches, because the first ones may run before compilation is
     * finished.
     */
    private static long bytes(Supplier<Object> made) {
        for (int i = 0; i < WARM_UP; i++) {
            sink = made.get();
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MEASURED; i++) {
                sink = made.get();
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, allocated / MEASURED);
        }
        return least;
    }

    /**
     * Reachable objects that one more result adds: the median, because a heap walk may also find unrelated new objects.
     */
    private static long objects(Supplier<Object> made) {
        long[] added = new long[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            Object first = made.get();
            Object second = made.get();
            long one = GraphLayout.parseInstance(first).totalCount();
            added[batch] = GraphLayout.parseInstance(first, second).totalCount() - one;
        }
        Arrays.sort(added);
        return added[BATCHES / 2];
    }

    private static void print(List<String> subjects, List<List<Row>> columns) {
        System.out.printf(
                Locale.ROOT,
                "%nWhat an exchange costs, in bytes (and objects). Java %s, %s.%n%n",
                Runtime.version(),
                System.getProperty("os.arch"));
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "  %-40s", ""));
        for (String subject : subjects) {
            text.append(String.format(Locale.ROOT, " %16s", subject))
                    .append(subject.equals(subjects.get(0)) ? "" : String.format(Locale.ROOT, " %9s", "ratio"));
        }
        for (int i = 0; i < columns.get(0).size(); i++) {
            Row ours = columns.get(0).get(i);
            text.append(String.format(Locale.ROOT, "%n  %-40s", ours.what));
            for (List<Row> column : columns) {
                Row row = column.get(i);
                text.append(String.format(Locale.ROOT, " %16s", row.bytes + " (" + row.objects + ")"));
                if (row != ours) {
                    text.append(String.format(Locale.ROOT, " %8.1fx", (double) row.bytes / ours.bytes));
                }
            }
        }
        System.out.println(text.append(System.lineSeparator()));
    }
}
