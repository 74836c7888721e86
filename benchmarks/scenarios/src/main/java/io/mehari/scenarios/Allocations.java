package io.mehari.scenarios;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** How many objects of each class were allocated, and how many bytes they took. */
public final class Allocations {
    private final Map<String, Sum> sums;
    private final boolean complete;

    /**
     * Creates an object with sums by class name.
     *
     * @param complete whether the recorder has lost no events
     */
    Allocations(Map<String, Sum> sums, boolean complete) {
        this.sums = sums;
        this.complete = complete;
    }

    /** The number of objects of one class, and their bytes. */
    static final class Sum {
        private long objects;
        private long bytes;

        void add(long size) {
            objects++;
            bytes += size;
        }
    }

    /** One line of the kind {@code class} for each class, the costliest first, and one of the kind {@code objects}. */
    public List<Fields> lines(long messages) {
        List<Map.Entry<String, Sum>> sorted = new ArrayList<>(sums.entrySet());
        sorted.sort(Comparator.comparingLong((Map.Entry<String, Sum> each) -> each.getValue().bytes)
                .reversed());
        List<Fields> lines = new ArrayList<>();
        Sum all = new Sum();
        for (Map.Entry<String, Sum> each : sorted) {
            Sum sum = each.getValue();
            all.objects += sum.objects;
            all.bytes += sum.bytes;
            lines.add(perMessage("class", sum, messages).text("type", each.getKey()));
        }
        lines.add(perMessage("objects", all, messages).truth("complete", complete));
        return lines;
    }

    private static Fields perMessage(String kind, Sum sum, long messages) {
        return new Fields(kind)
                .number("objects", (double) sum.objects / messages)
                .number("bytes", (double) sum.bytes / messages);
    }
}
