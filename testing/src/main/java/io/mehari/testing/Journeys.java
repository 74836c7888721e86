package io.mehari.testing;

import io.mehari.Exchange;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The steps that messages went through, for the report of a failed test. Only the latest steps are kept. */
final class Journeys {
    private static final int MOST_STEPS = 5_000;
    private static final int LONGEST_TEXT = 200;
    private static final int LONGEST_BODY = 60;

    private final Turns turns;
    private final long begin;
    private final Deque<Line> lines = new ArrayDeque<>();
    private final Map<String, String> names = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST_STEPS;
        }
    };
    private long dropped;

    Journeys(Turns turns) {
        this.turns = turns;
        this.begin = turns.now();
    }

    private record Line(long nanos, String thread, String message, String route, String what) {}

    void began(Exchange exchange, StepInterceptor.Place place, String note) {
        add(exchange, place, place.step() + (note.isEmpty() ? "" : "  <- " + note));
    }

    void ended(Exchange exchange, StepInterceptor.Place place) {
        Exception failure = exchange.getException();
        if (failure != null) {
            add(exchange, place, place.step() + "  failed: " + SafeText.of(String.valueOf(failure), LONGEST_TEXT));
        }
    }

    private synchronized void add(Exchange exchange, StepInterceptor.Place place, String what) {
        if (lines.size() == MOST_STEPS) {
            lines.removeFirst();
            dropped++;
        }
        String thread = Thread.currentThread().getName();
        String message = names.computeIfAbsent(exchange.getExchangeId(), id -> id + body(exchange));
        lines.add(new Line(turns.now() - begin, thread, message, place.routeId(), what));
    }

    /**
     * The body of the message at its first step. Only simple types are shown, because the {@code toString} of others
     * may do anything.
     */
    private static String body(Exchange exchange) {
        Object body = exchange.getBody();
        if (body == null) {
            return "";
        }
        boolean isText = body instanceof CharSequence || body instanceof Number || body instanceof Boolean;
        return isText || body instanceof Enum<?>
                ? ": " + SafeText.of(body.toString(), LONGEST_BODY)
                : ": a " + body.getClass().getTypeName();
    }

    synchronized String text() {
        Map<String, List<Line>> journeys = new LinkedHashMap<>();
        lines.forEach(each ->
                journeys.computeIfAbsent(each.message, id -> new ArrayList<>()).add(each));
        StringBuilder text = new StringBuilder("The journeys of " + journeys.size() + " messages:");
        if (dropped > 0) {
            text.append(" (the first ").append(dropped).append(" steps are left out)");
        }
        journeys.forEach((message, steps) -> {
            line(text).append(message);
            for (Line each : steps) {
                line(text)
                        .append("    ")
                        .append(time(each.nanos))
                        .append("  ")
                        .append(each.thread)
                        .append("  ")
                        .append(each.route)
                        .append("  ")
                        .append(each.what);
            }
        });
        return text.toString();
    }

    private static StringBuilder line(StringBuilder text) {
        return text.append(System.lineSeparator());
    }

    /** Such as {@code +1d 02:03:04.005}. */
    static String time(long nanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        long days = millis / 86_400_000;
        String clock = String.format(
                Locale.ROOT,
                "%02d:%02d:%02d.%03d",
                millis / 3_600_000 % 24,
                millis / 60_000 % 60,
                millis / 1_000 % 60,
                millis % 1_000);
        return (days > 0 ? "+" + days + "d " : "+") + clock;
    }
}
