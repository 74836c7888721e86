package io.mehari.differential;

import io.mehari.proofs.Shrinker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The cases that are smaller than another one by one change. */
final class Smaller {
    private static final int AT_ONCE = 40;
    private static final Set<String> ENDS = Set.of("end", "endChoice", "endDoTry");

    private Smaller() {}

    /** @param wanted whether a case still shows the wanted difference */
    static Shrinker<Plan, Found> shrinker(Pair pair, Predicate<Found> wanted) {
        return new Shrinker<>(
                found -> candidates(pair, found.plan()),
                AT_ONCE,
                plans -> pair.run(plans).stream().filter(wanted).findFirst().orElse(null));
    }

    /**
     * No case that does not compile, and none that calls a route that was removed, because the sender would wait for it.
     */
    private static List<Plan> candidates(Pair pair, Plan plan) {
        return candidates(plan).stream()
                .filter(each -> each.isWhole() && pair.compiles(each))
                .sorted(Comparator.comparingInt(Plan::size))
                .toList();
    }

    private static List<Plan> candidates(Plan plan) {
        List<Plan> all = new ArrayList<>();
        for (int i = 0; i < plan.messages().size() && plan.messages().size() > 1; i++) {
            all.add(new Plan(plan.statements(), without(plan.messages(), i, i + 1), plan.failures()));
        }
        for (int i = 0; i < plan.failures().size(); i++) {
            all.add(new Plan(plan.statements(), plan.messages(), without(plan.failures(), i, i + 1)));
        }
        for (int i = 0; i < plan.statements().size(); i++) {
            for (List<Chain> each : smaller(plan.statements(), i)) {
                all.add(new Plan(each, plan.messages(), plan.failures()));
            }
        }
        return all;
    }

    private static <T> List<T> without(List<T> list, int from, int to) {
        return Shrinker.replaced(list, from, to, List.of());
    }

    /** All variants of the statements in which that one is smaller or removed. */
    private static List<List<Chain>> smaller(List<Chain> statements, int at) {
        List<List<Chain>> all = new ArrayList<>();
        List<Chain.Call> calls = statements.get(at).calls();
        if (at > 0 || !calls.get(0).name().equals("from")) {
            all.add(without(statements, at, at + 1));
        }
        for (int from = 1; from < calls.size(); from++) {
            for (int to = from + 1; to <= calls.size(); to++) {
                all.add(with(statements, at, without(calls, from, to)));
                if (to - 1 > from && ENDS.contains(calls.get(to - 1).name())) {
                    all.add(with(statements, at, without(without(calls, to - 1, to), from, from + 1)));
                }
            }
        }
        return all;
    }

    private static List<Chain> with(List<Chain> statements, int at, List<Chain.Call> calls) {
        return Shrinker.replaced(statements, at, at + 1, List.of(new Chain(calls)));
    }
}
