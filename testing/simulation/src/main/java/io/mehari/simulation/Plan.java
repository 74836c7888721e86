package io.mehari.simulation;

import io.mehari.proofs.LifeCycle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One schedule as plain data: the seed that determines the order of the threads, the routes, the messages and the
 * disturbances. {@link #parse} reads the text that {@link #toString} writes, so a failed schedule can be pasted into a
 * test.
 *
 * <pre>{@code
 * seed 4711
 * messages 3
 * pooled
 * disturb suspend a 2 500
 * route a seda:a?size=4&blockWhenFull=true
 *   handler dead 2 100
 *   split parallel 3
 *     work throws 2 1
 *   to b
 * route b disruptor:b?size=8
 *   delay 10
 * }</pre>
 */
record Plan(long seed, List<Line> lines) {
    Plan {
        lines = List.copyOf(lines);
    }

    static Plan parse(String text) {
        List<Line> lines = new ArrayList<>(Line.parse(text));
        long seed = lines.isEmpty() || !lines.get(0).is("seed")
                ? 1
                : Long.parseLong(lines.remove(0).word(1));
        return new Plan(seed, lines);
    }

    Plan withSeed(long other) {
        return new Plan(other, lines);
    }

    @Nullable
    Line first(String kind) {
        return lines.stream().filter(each -> each.is(kind)).findFirst().orElse(null);
    }

    List<Line> all(String kind) {
        return lines.stream().filter(each -> each.is(kind)).toList();
    }

    boolean has(String kind) {
        return first(kind) != null;
    }

    /** The number after the first word of that line. */
    int number(String kind, int otherwise) {
        Line line = first(kind);
        return line == null ? otherwise : line.number(1);
    }

    List<Line> routes() {
        return all("route");
    }

    /** Whether the condition holds for any line, at any depth. */
    boolean any(Predicate<Line> wanted) {
        return any(lines, wanted);
    }

    private static boolean any(List<Line> lines, Predicate<Line> wanted) {
        return lines.stream().anyMatch(each -> wanted.test(each) || any(each.inner(), wanted));
    }

    /** Whether user code misbehaves in this way somewhere. */
    boolean uses(String word) {
        return any(each -> !each.is("route") && each.has(word));
    }

    // ---- queues

    /** The URI of the first route that starts from this name. */
    @Nullable
    String uriOf(String name) {
        return routes().stream()
                .map(each -> each.word(2))
                .filter(each -> nameOf(each).equals(name))
                .findFirst()
                .orElse(null);
    }

    static String nameOf(String uri) {
        int end = uri.indexOf('?');
        return uri.substring(uri.indexOf(':') + 1, end < 0 ? uri.length() : end);
    }

    static boolean isQueue(String uri) {
        return !uri.startsWith("direct:");
    }

    /** Whether a sender to this URI waits for the route. */
    boolean isWaitedFor(String uri) {
        return !isQueue(uri)
                || has("requests")
                || uri.contains("waitForTaskToComplete=Always")
                || any(each -> each.is("enrich")); // makes a request, which routes pass to other routes
    }

    // ---- valid plans

    /** Whether the laws apply to this plan: no message waits for ever, and all called routes exist. */
    boolean isFair() {
        try {
            return isWhole();
        } catch (IllegalArgumentException e) {
            return false; // a word is missing, or is not a number
        }
    }

    private boolean isWhole() {
        if (routes().isEmpty() || number("messages", 0) + number("requests", 0) == 0) {
            return false;
        }
        boolean never = uses("never");
        for (Line each : routes()) {
            String uri = each.word(2);
            if (never && (!uri.contains("size=100") || isWaitedFor(uri))) {
                return false;
            }
        }
        return !any(each -> isSend(each) && targets(each).stream().anyMatch(name -> uriOf(name) == null))
                && all("disturb").stream().allMatch(this::isWhole);
    }

    private boolean isWhole(Line disturbance) {
        boolean call = isCall(disturbance);
        return (uriOfRoute(disturbance.word(2)) != null
                        || (call && disturbance.word(2).equals(Held.ROUTE)))
                && disturbance.number(3) > 0
                && disturbance.number(4) > 0
                && (!call || LifeCycle.cells().contains(LifeCycleCall.cell(disturbance)));
    }

    static boolean isCall(Line disturbance) {
        return disturbance.word(1).equals("call");
    }

    static boolean isSend(Line line) {
        return line.is("to") || line.is("tap") || line.is("enrich") || line.is("recipients");
    }

    /** The names of the routes that a line sends to. */
    static List<String> targets(Line line) {
        return line.words().subList(1, line.words().size()).stream()
                .filter(each -> !each.equals("parallel"))
                .toList();
    }

    private @Nullable String uriOfRoute(String id) {
        return routes().stream()
                .filter(each -> each.word(1).equals(id))
                .map(each -> each.word(2))
                .findFirst()
                .orElse(null);
    }

    int size() {
        return lines.stream().mapToInt(Line::size).sum();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("seed " + seed + "\n");
        lines.forEach(each -> each.print("", text));
        return text.toString();
    }
}
