package io.mehari.simulation;

import io.mehari.proofs.Draw;
import io.mehari.proofs.LifeCycle;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates random plans. They are small, because a fault that needs many messages often appears with few messages in
 * another order.
 */
final class Generator extends Draw {
    private static final List<String> FAILING = List.of("throws", "error", "sneaky", "sets", "asyncfails");
    private static final List<String> ODD = List.of("later", "twice", "again", "interrupts", "slow", "later");
    private static final int DEEPEST = 2;
    private static final long LATE_MILLIS = 2 * Schedule.STOP_LIMIT.toMillis();

    private final long seed;
    private final List<Line> lines = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<String> uris = new ArrayList<>();
    private boolean never;
    private boolean many;
    private boolean late;

    private Generator(long seed) {
        super(new SplittableRandom(seed));
        this.seed = seed;
    }

    /** Generates the plan with this number. The same seed and number always give the same plan. */
    static Plan plan(long seed, long number) {
        return new Generator(seed * 1_000_003 + number).make();
    }

    private Plan make() {
        if (oneIn(20)) {
            oneByOne();
            return new Plan(seed, lines);
        }
        never = oneIn(30);
        int routes = upTo(3);
        for (int i = 0; i < routes; i++) {
            names.add(String.valueOf((char) ('a' + i)));
        }
        messages();
        settings();
        for (int i = 0; i < routes; i++) {
            route(i);
        }
        return new Plan(seed, lines);
    }

    /**
     * While a route is suspended, each message is sent after the previous one is done. So only two kinds of messages
     * stay in the queue: those whose sender has stopped waiting, and those that a suspended subscriber has not taken.
     * Therefore the queue must never be full for the sender.
     */
    private void oneByOne() {
        boolean topic = oneIn(2);
        String uri = (oneIn(3) ? "disruptor:a" : "seda:a") + "?size=" + upTo(2)
                + (topic ? "&multipleConsumers=true" : "&timeout=" + upTo(20));
        lines.add(Line.of((topic ? "messages " : "requests ") + (4 + upTo(2))));
        lines.add(Line.of("onebyone"));
        lines.add(Line.of("disturb suspend " + (topic ? "a2" : "a") + " " + upTo(3) + " 300"));
        lines.add(Line.of("route a " + uri, List.of(Line.of("work"))));
        if (topic) {
            lines.add(Line.of("route a2 " + uri, List.of(Line.of("work"))));
        }
    }

    // ---- what is sent, and what happens at the same time

    private void messages() {
        if (!never && oneIn(5)) {
            lines.add(Line.of("requests " + upTo(4)));
        } else if (!never && oneIn(12)) {
            many = true;
            lines.add(Line.of("messages 20"));
            lines.add(Line.of("senders " + (1 + upTo(2)) + " 1"));
            if (oneIn(2)) {
                lines.add(Line.of("early " + upTo(8)));
            }
        } else {
            lines.add(Line.of("messages " + upTo(6)));
            if (oneIn(6)) {
                lines.add(Line.of("senders " + (1 + upTo(2))));
            }
        }
    }

    private void settings() {
        if (oneIn(3)) {
            lines.add(Line.of(oneIn(4) ? "pooled checked" : "pooled"));
        }
        if (oneIn(3)) {
            lines.add(Line.of("handover"));
        }
        if (lines.stream().anyMatch(each -> each.is("early"))) {
            return;
        }
        if (!never && oneIn(5)) {
            lines.add(Line.of("early " + upTo(oneIn(2) ? 5 : 150)));
            if (oneIn(3)) {
                waits();
            }
        } else if (!never && oneIn(3)) {
            boolean called = oneIn(3); // often alone, since a call beside others is not judged
            for (int i = called ? 1 + below(4) / 3 : upTo(2); i > 0; i--) {
                lines.add(called ? call() : disturbance());
                called &= oneIn(2);
            }
        } else if (oneIn(4)) {
            lines.add(Line.of("clock " + (1 + upTo(20)) + " 4"));
        }
    }

    private Line disturbance() {
        String what = pick("suspend", "suspend", "stop", "stop", "pause", "purge");
        String limit = what.equals("stop") && oneIn(4) ? " " + upTo(40) : "";
        return Line.of("disturb " + what + " " + pick(names) + " " + upTo(30) + " " + upTo(400) + limit);
    }

    /** A call of the life cycle. A change of the state is held in the route "held". */
    private Line call() {
        LifeCycle.Cell cell = pick(LifeCycle.cells());
        String route = cell.state().passes() || oneIn(3) ? Held.ROUTE : pick(names);
        return Line.of("disturb call " + route + " " + upTo(30) + " " + upTo(400) + " " + cell.operation() + " "
                + cell.state() + " " + cell.caller());
    }

    /** A short stop, or delays that are longer than a long one. */
    private void waits() {
        late = oneIn(3);
        String rule = late ? pick("REFUSE_LATE", "RUN_NOW") : pick("REFUSE_LATE", "WAIT", "RUN_NOW");
        lines.add(Line.of("waits " + rule + " " + (late ? Schedule.STOP_LIMIT.toMillis() : upTo(100))));
    }

    // ---- routes

    private void route(int number) {
        String name = names.get(number);
        String uri = uri(number);
        uris.add(uri);
        lines.add(Line.of("route " + name + " " + uri, steps(number)));
        if (uri.contains("multipleConsumers")) {
            lines.add(Line.of("route " + name + "2 " + uri, steps(number)));
        }
    }

    private List<Line> steps(int number) {
        List<Line> steps = new ArrayList<>();
        handler(steps, number);
        if (oneIn(6)) {
            steps.add(Line.of("completion " + pick("after", "parallel")));
        }
        if (oneIn(10)) {
            steps.add(Line.of("completions throw"));
        }
        steps(steps, number, 0, upTo(3));
        if (number + 1 < names.size() && !steps.get(steps.size() - 1).is("to")) {
            steps.add(Line.of("to " + names.get(number + 1)));
        }
        return steps;
    }

    /** If a tap sends to a route without an error handler, a failure is only logged. */
    private boolean isTapped(int number) {
        return uris.get(number).startsWith("direct:")
                && new Plan(seed, lines).any(each -> each.is("tap") && each.has(names.get(number)));
    }

    private void handler(List<Line> steps, int number) {
        if (oneIn(4)) {
            return;
        }
        if (oneIn(5) && lines.stream().noneMatch(each -> each.is("handover")) && !isTapped(number)) {
            steps.add(Line.of("handler none"));
            return;
        }
        String delay = late ? String.valueOf(LATE_MILLIS) : pick("0", "1", "20", "100");
        steps.add(Line.of("handler " + (oneIn(2) ? "dead " : "default ") + below(3) + " " + delay
                + (!late && oneIn(3) ? " backoff" : "")));
        if (oneIn(8)) {
            steps.add(Line.of("when " + pick("error", "sneaky", "throws")));
        }
    }

    private String uri(int number) {
        String name = names.get(number);
        if (number > 0 && !never && oneIn(5)) {
            return "direct:" + name;
        }
        StringBuilder uri = new StringBuilder(oneIn(3) ? "disruptor:" : "seda:").append(name);
        if (never) {
            return uri.append("?size=100").toString();
        }
        uri.append("?size=").append(1 << below(4));
        if (!oneIn(4)) {
            uri.append("&blockWhenFull=true").append(oneIn(10) ? "&offerTimeout=50" : "");
        } else {
            uri.append("&blockWhenFull=false").append(oneIn(3) ? "&discardWhenFull=true" : "");
        }
        if (oneIn(3)) {
            uri.append("&concurrentConsumers=").append(1 + upTo(2));
        }
        if (oneIn(12)) {
            uri.append("&waitForTaskToComplete=Always").append(oneIn(2) ? "&timeout=" + upTo(80) : "");
            return uri.toString();
        }
        if (oneIn(8)) {
            uri.append("&multipleConsumers=true");
        }
        if (lines.get(0).is("requests") && oneIn(3)) {
            uri.append("&timeout=").append(upTo(80));
        }
        return uri.toString();
    }

    // ---- steps

    private void steps(List<Line> into, int number, int depth, int count) {
        for (int i = 0; i < count; i++) {
            into.add(step(number, depth));
        }
    }

    private List<Line> inner(int number, int depth) {
        List<Line> inner = new ArrayList<>();
        steps(inner, number, depth + 1, upTo(2));
        return inner;
    }

    private Line step(int number, int depth) {
        int kind = below(depth < DEEPEST && !many ? 20 : 9); // blocks increase the number of messages
        return switch (kind) {
            case 0, 1, 2 -> work();
            case 3 -> Line.of("delay " + (late && oneIn(2) ? LATE_MILLIS : upTo(60)) + fault());
            case 4 -> Line.of("throttle " + upTo(3) + " " + (many ? 10 : 10 * upTo(5)) + (oneIn(6) ? " reject" : ""));
            case 5 -> Line.of("threads " + upTo(2) + (oneIn(4) ? " few" : ""));
            case 6, 7 -> send(number);
            case 8 -> oneIn(4) ? Line.of("pollenrich " + upTo(20)) : work();
            case 9 -> Line.of("filter" + fault(), inner(number, depth));
            case 10 -> Line.of("loop " + upTo(3) + (oneIn(2) ? " copy" : ""), inner(number, depth));
            case 11, 12, 13 -> Line.of("split " + upTo(4) + fan() + splitting(), inner(number, depth));
            case 14, 15 -> Line.of("multicast" + fan(), inner(number, depth));
            case 16, 17 -> Line.of(pick("try", "try", "try other", "try bare"), inner(number, depth));
            case 18 -> Line.of("idempotent", inner(number, depth));
            default -> Line.of("aggregate" + grouping(), inner(number, depth));
        };
    }

    private Line work() {
        if (never && oneIn(2)) {
            return Line.of("work never " + upTo(3));
        }
        if (!oneIn(2)) {
            return Line.of("work");
        }
        String way = pick(oneIn(3) ? ODD : FAILING);
        return Line.of("work " + way + " " + upTo(3) + " " + upTo(3));
    }

    /** Sends to a later route, so that no route waits for itself. */
    private Line send(int number) {
        if (number + 1 >= names.size()) {
            return work();
        }
        String target = names.get(number + 1 + below(names.size() - number - 1));
        String drawn = pick("to", "to", "tap", "enrich", "recipients");
        String how = never ? "to" : drawn;
        return Line.of(how + " " + target + (how.equals("recipients") && oneIn(2) ? " parallel" : ""));
    }

    private String fan() {
        return (oneIn(2) ? " parallel" : "") + (oneIn(5) ? " stop" : "");
    }

    private String splitting() {
        return (oneIn(4) ? " streaming" : "")
                + (oneIn(8) ? " share" : "")
                + (oneIn(4) ? " atonce " + upTo(2) : "")
                + (oneIn(4) ? " strategy" : "")
                + (oneIn(10) ? " executor " + pick("error", "throws", "rejects") + " " + upTo(3) : "")
                + fault();
    }

    private String grouping() {
        return (oneIn(3) ? "" : " size " + (1 + upTo(2)))
                + " timeout " + (10 * upTo(9))
                + " keys " + upTo(2)
                + (oneIn(3) ? " onstop" : "")
                + (oneIn(4) ? " parallel" : "")
                + (oneIn(8) ? " slow" : "")
                + (oneIn(10) ? " executor " + pick("error", "throws", "rejects") + " " + upTo(2) : "")
                + fault();
    }

    private String fault() {
        return oneIn(8) ? " fault " + pick("throws", "error", "sneaky") + " " + upTo(3) : "";
    }
}
