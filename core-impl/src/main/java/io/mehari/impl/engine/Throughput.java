package io.mehari.impl.engine;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts messages and computes their rate, in total and since the last report. */
public final class Throughput {
    private final long nanosAtStart;
    private long nanosAtReport;
    private long count;
    private long countAtReport;

    public Throughput(long now) {
        nanosAtStart = now;
        nanosAtReport = now;
    }

    /** Counts a message. Returns a report for each {@code groupSize}-th message, if that is positive. */
    public synchronized @Nullable String add(int groupSize, long now) {
        count++;
        return groupSize > 0 && count % groupSize == 0 ? report(now) : null;
    }

    /** Returns a report; null if {@code activeOnly} is set and no message has come since the last one. */
    public synchronized @Nullable String report(boolean activeOnly, long now) {
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
