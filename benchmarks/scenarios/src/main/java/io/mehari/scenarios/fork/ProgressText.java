package io.mehari.scenarios.fork;

import io.mehari.scenarios.Fields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a measurement as one line. If the full text does not fit, the line has only rate, bytes, heap and
 * objects.
 */
final class ProgressText {
    private final String what;
    private final Fields now;
    private final double seconds;
    private final @Nullable MostObjects objects;
    private final double messages;
    private final double nanos;
    private final double allocated;
    private final double cpu;

    /**
     * Creates the text for the time since an earlier line, if there is one. The objects of a message are null if
     * unknown.
     */
    ProgressText(String what, Fields now, @Nullable Fields since, double seconds, @Nullable MostObjects objects) {
        this.what = what;
        this.now = now;
        this.seconds = seconds;
        this.objects = objects;
        messages = difference("messages", since);
        nanos = difference("nanos", since);
        allocated = difference("allocated", since);
        cpu = difference("cpu", since);
    }

    private double difference(String field, @Nullable Fields since) {
        return now.number(field) - (since == null ? 0 : since.number(field));
    }

    /** The line for that width. It is longer only if even the short form does not fit. */
    String within(int width) {
        String full = full();
        if (objects == null) {
            return full.length() <= width ? full : terse();
        }
        String begin = full + ", " + objects.sum() + " each";
        if (objects.fits(width - begin.length() - 2) && begin.length() <= width) {
            return joined(begin, ": ", objects.within(width - begin.length() - 2));
        }
        String terse = terse();
        String shown = objects.classes().isEmpty() ? objects.sum() : objects.within(width - terse.length() - 2);
        return joined(terse, ", ", shown);
    }

    private static String joined(String begin, String between, String end) {
        return end.isEmpty() ? begin : begin + between + end;
    }

    private String full() {
        String costs = messages > 0
                ? String.format(Locale.ROOT, "%,.0f B and %,.0f ns CPU each, ", allocated / messages, cpu / messages)
                : "";
        String time = warming()
                ? "warming up:"
                : String.format(Locale.ROOT, "%.1f/%.0f s:", now.number("nanos") / 1e9, seconds);
        return String.format(Locale.ROOT, "%s %s %,.0f messages/s, %s%s", what, time, rate(), costs, heap());
    }

    private String terse() {
        String costs = messages > 0 ? String.format(Locale.ROOT, "%,.0f B, ", allocated / messages) : "";
        String time = warming() ? " warming up" : "";
        return String.format(Locale.ROOT, "%s%s: %,.0f/s, %s%s", what, time, rate(), costs, heap());
    }

    private boolean warming() {
        return now.kind().equals("warming");
    }

    private double rate() {
        return messages / (nanos / 1e9);
    }

    private String heap() {
        return String.format(Locale.ROOT, "heap %.0f MB", now.number("heap") / 1e6);
    }
}
