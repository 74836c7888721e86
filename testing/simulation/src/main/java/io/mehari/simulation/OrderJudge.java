package io.mehari.simulation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Law Q2: a single consumer gets the messages of one sending thread in the order in which they were sent. This also
 * holds across several routes, if each sends only to the next one.
 */
final class OrderJudge {
    private final Plan plan;
    private final Ledger ledger;

    OrderJudge(Plan plan, Ledger ledger) {
        this.plan = plan;
        this.ledger = ledger;
    }

    void judge() {
        Line first = plan.routes().get(0);
        String next = first.word(1);
        boolean ordered = !plan.has("senders") && !plan.has("requests") && isSingle(first.word(2));
        Set<String> judged = new HashSet<>();
        while (ordered && judged.add(next)) {
            order(next);
            Line route = route(next);
            String target = onlyTarget(route);
            Line receiver = target == null ? null : receiver(target);
            ordered = receiver != null && isSingle(receiver.word(2)) && !(redelivers(route) && mayRefuse(receiver));
            next = receiver == null ? next : receiver.word(1);
        }
    }

    private static boolean isSingle(String uri) {
        return Plan.isQueue(uri)
                && !uri.contains("concurrentConsumers")
                && !uri.contains("virtualThreadPerTask")
                && !uri.contains("Always");
    }

    /** If a message is sent again after a delay, it comes after the next message. */
    private static boolean redelivers(Line route) {
        return route.inner().stream()
                .anyMatch(each -> each.is("handler") && each.words().size() > 2);
    }

    private static boolean mayRefuse(Line receiver) {
        String uri = receiver.word(2);
        return !uri.contains("blockWhenFull=true") || uri.contains("offerTimeout");
    }

    private Line route(String id) {
        return plan.routes().stream()
                .filter(each -> each.word(1).equals(id))
                .findFirst()
                .orElseThrow();
    }

    private @Nullable Line receiver(String queue) {
        List<Line> all = plan.routes().stream()
                .filter(each -> Plan.nameOf(each.word(2)).equals(queue))
                .toList();
        return all.size() == 1 ? all.get(0) : null;
    }

    /** The queue that a route sends to, if it sends to nothing else. */
    private @Nullable String onlyTarget(Line route) {
        String target = null;
        for (Line each : route.inner()) {
            boolean plain = each.is("handler")
                    || each.is("completion")
                    || each.is("completions")
                    || (each.is("work") && each.words().size() == 1);
            if (each.is("to") && target == null) {
                target = each.word(1);
            } else if (!plain) {
                return null;
            }
        }
        String only = target;
        long senders = only == null ? 0 : countOf(plan.lines(), only);
        return senders == 1 ? only : null;
    }

    private static long countOf(List<Line> lines, String target) {
        return lines.stream()
                .mapToLong(each -> (Plan.isSend(each) && each.has(target) ? 1 : 0) + countOf(each.inner(), target))
                .sum();
    }

    private void order(String route) {
        int last = -1;
        for (String each : ledger.arrivedAt(route)) {
            String root = Tokens.root(each);
            int number = root.startsWith("m") ? Integer.parseInt(root.substring(1)) : last;
            if (number < last) {
                ledger.complain(Judge.ORDER, each + " came to " + route + " after m" + last);
            }
            last = number;
        }
    }
}
