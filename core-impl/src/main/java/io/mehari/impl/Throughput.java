package io.mehari.impl;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How many messages came and how fast, in all and since the last report. */
final class Throughput {
    private final long nanosAtStart;
    private long nanosAtReport;
    private long count;
    private long countAtReport;

    Throughput(long now) {
        nanosAtStart = now;
        nanosAtReport = now;
    }

    /** Counts a message; a report with each {@code groupSize}-th, where that is above 0. */
    synchronized @Nullable String add(int groupSize, long now) {
        count++;
        return groupSize > 0 && count % groupSize == 0 ? report(now) : null;
    }

    /** A report now; null when nothing came since the last and that is to be passed over. */
    synchronized @Nullable String report(boolean activeOnly, long now) {
        return activeOnly && count == countAtReport ? null : report(now);
    }

    private String report(long now) {
        long group = count - countAtReport;
        long nanos = now - nanosAtReport;
        countAtReport = count;
        nanosAtReport = now;
        return String.format(
                Locale.ROOT,
                "Received: %d messages so far. The last %d took %d ms, which is %s messages per second; average: %s",
                count,
                group,
                nanos / 1_000_000,
                perSecond(group, nanos),
                perSecond(count, now - nanosAtStart));
    }

    private static String perSecond(long messages, long nanos) {
        return String.format(Locale.ROOT, "%.2f", messages * 1e9 / Math.max(1, nanos));
    }
}
