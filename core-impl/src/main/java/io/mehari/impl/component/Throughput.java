package io.mehari.impl.component;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts messages and computes their rate, in total and in the last group. */
final class Throughput {
    private final int groupSize;
    private final long nanosAtStart;
    private long nanosAtReport;
    private long count;

    Throughput(int groupSize, long now) {
        this.groupSize = groupSize;
        nanosAtStart = now;
        nanosAtReport = now;
    }

    /** Counts a message. Returns a report for the last one of each group. */
    synchronized @Nullable String add(long now) {
        count++;
        return count % groupSize == 0 ? report(now) : null;
    }

    private String report(long now) {
        long nanos = now - nanosAtReport;
        nanosAtReport = now;
        return String.format(
                Locale.ROOT,
                "Received: %d messages so far. The last %d took %d ms, which is %s messages per second; average: %s",
                count,
                groupSize,
                nanos / 1_000_000,
                perSecond(groupSize, nanos),
                perSecond(count, now - nanosAtStart));
    }

    private static String perSecond(long messages, long nanos) {
        return String.format(Locale.ROOT, "%.2f", messages * 1e9 / Math.max(1, nanos));
    }
}
