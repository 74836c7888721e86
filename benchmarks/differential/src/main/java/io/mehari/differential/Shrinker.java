package io.mehari.differential;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Makes a case smaller: removes everything that can be removed while the case still differs. */
final class Shrinker {
    /*
     * A round tries every case that is one change smaller than the current one, many in one context, and continues with
     * the smallest one that still differs. It does not try cases that do not compile, or that call a removed route,
     * because the sender would wait for that route.
     */
    private static final int AT_ONCE = 40;
    private static final Set<String> ENDS = Set.of("end", "endChoice", "endDoTry");

    private final Pair pair;
    private final int rounds;
    private final Predicate<Found> wanted;

    /** @param wanted whether a case still shows the wanted difference */
    Shrinker(Pair pair, int rounds, Predicate<Found> wanted) {
        this.pair = pair;
        this.rounds = rounds;
        this.wanted = wanted;
    }

    Found shrink(Found found) throws Exception {
        Found smallest = found;
        for (int i = 0; i < rounds; i++) {
            Optional<Found> smaller = smaller(smallest);
            if (smaller.isEmpty()) {
                return smallest;
            }
            smallest = smaller.get();
        }
        return smallest;
    }

    private Optional<Found> smaller(Found found) throws Exception {
        List<Plan> candidates = candidates(found.plan());
        candidates.removeIf(each -> !each.isWhole() || !pair.compiles(each));
        candidates.sort(Comparator.comparingInt(Plan::size));
        for (int i = 0; i < candidates.size(); i += AT_ONCE) {
            List<Plan> some = candidates.subList(i, Math.min(i + AT_ONCE, candidates.size()));
            for (Found each : pair.run(some)) {
                if (wanted.test(each)) {
                    return Optional.of(each);
                }
            }
        }
        return Optional.empty();
    }

    private static List<Plan> candidates(Plan plan) {
        List<Plan> all = new ArrayList<>();
        without(plan.messages()).forEach(each -> {
            if (!each.isEmpty()) {
                all.add(new Plan(plan.statements(), each, plan.failures()));
            }
        });
        without(plan.failures()).forEach(each -> all.add(new Plan(plan.statements(), plan.messages(), each)));
        for (int i = 0; i < plan.statements().size(); i++) {
            for (List<Chain> each : smaller(plan.statements(), i)) {
                all.add(new Plan(each, plan.messages(), plan.failures()));
            }
        }
        return all;
    }

    private static <T> List<List<T>> without(List<T> list) {
        List<List<T>> all = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            all.add(without(list, i, i + 1));
        }
        return all;
    }

    private static <T> List<T> without(List<T> list, int from, int to) {
        List<T> rest = new ArrayList<>(list.subList(0, from));
        rest.addAll(list.subList(to, list.size()));
        return rest;
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
        List<Chain> changed = new ArrayList<>(statements);
        changed.set(at, new Chain(calls));
        return changed;
    }
}
