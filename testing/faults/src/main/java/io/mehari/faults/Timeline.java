package io.mehari.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The number of messages that arrived in each second, and the events in that time. */
public final class Timeline {
    private static final int ROWS = 30;
    private static final int WIDTH = 40;
    private static final double NANOS = 1e9;

    private long begin;

    // ---- guarded by this
    private final List<Sample> samples = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    private record Sample(double seconds, long arrived) {}

    private record Event(double seconds, String text) {}

    /** The first second begins. */
    public void begin() {
        begin = System.nanoTime();
        sample(0);
    }

    /** Seconds since the beginning. */
    public double seconds() {
        return (System.nanoTime() - begin) / NANOS;
    }

    /** Records the total number of messages that have arrived so far. */
    public void sample(long arrived) {
        sample(seconds(), arrived);
    }

    synchronized void sample(double seconds, long arrived) {
        samples.add(new Sample(seconds, arrived));
    }

    /** Records an event that happens now. */
    public void event(String text) {
        event(seconds(), text);
    }

    synchronized void event(double seconds, String text) {
        events.add(new Event(seconds, text));
    }

    /** The current rate in messages per second, approximately. */
    public synchronized double rate() {
        Sample last = samples.get(samples.size() - 1);
        Sample first = samples.get(Math.max(0, samples.size() - 5));
        double seconds = last.seconds - first.seconds;
        return seconds > 0 ? (last.arrived - first.arrived) / seconds : 0;
    }

    /** The longest time without an arrival, between two samples. */
    public synchronized double longestPause() {
        double longest = 0;
        Sample since = samples.get(0);
        for (Sample each : samples) {
            if (each.arrived > since.arrived) {
                since = each;
            }
            longest = Math.max(longest, each.seconds - since.seconds);
        }
        return longest;
    }

    /** A chart with a bar for one or several seconds, and the events in this time. */
    public synchronized String chart() {
        double all = samples.get(samples.size() - 1).seconds;
        int step = Math.max(1, (int) Math.ceil(all / ROWS));
        int rows = (int) Math.ceil(all / step);
        double[] rates = new double[rows];
        for (int i = 0; i < rows; i++) {
            rates[i] = (arrivedAt((i + 1.0) * step) - arrivedAt((double) i * step)) / step;
        }
        double most = 1;
        for (double each : rates) {
            most = Math.max(most, each);
        }
        StringBuilder text = new StringBuilder("     s  messages/s\n");
        for (int i = 0; i < rows; i++) {
            String bar = "#".repeat((int) Math.round(rates[i] / most * WIDTH));
            String row = String.format(Locale.ROOT, "%6d  %,8.0f  %-" + WIDTH + "s", i * step, rates[i], bar);
            text.append((row + events((double) i * step, (i + 1.0) * step)).stripTrailing())
                    .append('\n');
        }
        return text.toString();
    }

    private String events(double from, double to) {
        return events.stream()
                .filter(each -> each.seconds >= from && each.seconds < to)
                .map(Event::text)
                .collect(Collectors.joining("; ", "  ", ""));
    }

    private double arrivedAt(double seconds) {
        long arrived = 0;
        for (Sample each : samples) {
            arrived = each.seconds <= seconds ? each.arrived : arrived;
        }
        return arrived;
    }
}
