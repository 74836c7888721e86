package io.mehari.collect.slots;

import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.collect.FlatMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * How long 50,000 names of an attacker take, each put and read once, as a ratio to 50,000 ordinary names and to a
 * {@code TreeMap}. Law H6 allows at most 4. This only prints times; {@link FloodTest} tests the law.
 */
public final class FloodTimes {

    private static final int ROUNDS = 15;

    private FloodTimes() {}

    public static void main(String[] arguments) {
        System.out.printf(
                "%-34s %10s %12s %12s %12s%n",
                "50,000 names, put and got", "ms", "to ordinary", "to TreeMap", "FlatMap ms");
        double ordinary = 0;
        for (int warmUp = 0; warmUp < 2; warmUp++) {
            best(CaseInsensitiveMap::new, FloodNames.oneHash(), FloodNames.oneHash());
            ordinary = best(CaseInsensitiveMap::new, FloodNames.ordinary(16), FloodNames.ordinary(16));
        }
        print("ordinary, 16 characters", FloodNames.ordinary(16), ordinary);
        print("ordinary, 32 characters", FloodNames.ordinary(32), ordinary);
        print("\"ak\" and \"c-\"", FloodNames.blocks("ak", "c-", FloodNames.COUNT), ordinary);
        print("\"Aa\" and \"BB\"", FloodNames.blocks("Aa", "BB", FloodNames.COUNT), ordinary);
        print("one quick hash", FloodNames.oneHash(), ordinary);
        for (int size : new int[] {4, 8, 9, 16, 24, 48}) {
            print("groups of " + size + " of one quick hash", FloodNames.groups(size), ordinary);
        }
        List<String> absent = FloodNames.atTheBeginningOfTheRow(FloodNames.COUNT);
        print("one row, absent names got", FloodNames.row(), absent, ordinary);
    }

    private static void print(String what, List<String> names, double ordinary) {
        print(what, names, names, ordinary);
    }

    private static void print(String what, List<String> put, List<String> got, double ordinary) {
        double mine = best(CaseInsensitiveMap::new, put, got);
        double tree = best(() -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER), put, got);
        double flat = best(FlatMap::new, put, got);
        System.out.printf("%-34s %10.2f %12.2f %12.2f %12.2f%n", what, mine, mine / ordinary, mine / tree, flat);
    }

    /** The best of some rounds; names are got by other objects than they were put by. */
    private static double best(Supplier<Map<String, Object>> maps, List<String> put, List<String> got) {
        List<String> asked =
                got.stream().map(name -> String.valueOf(name.toCharArray())).toList();
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, Object> map = maps.get();
            long start = System.nanoTime();
            for (String name : put) {
                map.put(name, name);
            }
            for (String name : asked) {
                map.get(name);
            }
            best = Math.min(best, (System.nanoTime() - start) / 1e6);
        }
        return best;
    }
}
