package io.mehari.simulation;

import io.mehari.proofs.Shrinker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The plans that are smaller than another one by one change. A change removes a line, the block around some lines, a
 * word, or an option of a URI, or lowers a number.
 */
final class Smaller {
    /** A changed plan runs its threads in another order, so each plan is tried with several seeds. */
    private static final int SEEDS = 8;

    private static final Pattern OPTION = Pattern.compile("([?&])[^?&]+");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private Smaller() {}

    static Shrinker<Plan, Plan> shrinker(Predicate<Plan> stillFails) {
        return new Shrinker<>(Smaller::candidates, 1, plans -> withSomeSeed(plans.get(0), stillFails));
    }

    private static @Nullable Plan withSomeSeed(Plan plan, Predicate<Plan> stillFails) {
        for (int i = 0; i < SEEDS; i++) {
            Plan candidate = plan.withSeed(i == 0 ? plan.seed() : i);
            try {
                if (stillFails.test(candidate)) {
                    return candidate;
                }
            } catch (IllegalArgumentException e) {
                return null; // a number is missing
            }
        }
        return null;
    }

    private static List<Plan> candidates(Plan plan) {
        return variants(plan.lines()).stream()
                .map(each -> new Plan(plan.seed(), each))
                .filter(Plan::isFair)
                .sorted(Comparator.comparingInt(Plan::size))
                .toList();
    }

    /** All lists that are smaller by one change. */
    private static List<List<Line>> variants(List<Line> lines) {
        List<List<Line>> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            all.add(with(lines, i, List.of()));
            if (!line.is("route")) {
                all.add(with(lines, i, line.inner()));
            }
            for (List<Line> inner : variants(line.inner())) {
                all.add(with(lines, i, List.of(new Line(line.words(), inner))));
            }
            for (List<String> words : words(line.words())) {
                all.add(with(lines, i, List.of(new Line(words, line.inner()))));
            }
        }
        return all;
    }

    private static List<Line> with(List<Line> lines, int at, List<Line> instead) {
        return Shrinker.replaced(lines, at, at + 1, instead);
    }

    private static List<List<String>> words(List<String> words) {
        List<List<String>> all = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            all.add(Shrinker.replaced(words, i, i + 1, List.of()));
            if (i + 1 < words.size() && NUMBER.matcher(words.get(i + 1)).matches()) {
                all.add(Shrinker.replaced(words, i, i + 2, List.of())); // a name and its number
            }
            if (i + 2 < words.size()) {
                all.add(Shrinker.replaced(words, i, i + 3, List.of())); // a fault: its kind and its number
            }
            for (String smaller : word(words.get(i))) {
                all.add(Shrinker.replaced(words, i, i + 1, List.of(smaller)));
            }
        }
        return all;
    }

    /** Variants of a word: a lower number, or a URI with one option less. */
    private static List<String> word(String word) {
        List<String> all = new ArrayList<>();
        if (NUMBER.matcher(word).matches()) {
            int number = Integer.parseInt(word);
            for (int smaller : new int[] {1, number / 2, number - 1}) {
                if (smaller > 0 && smaller < number) {
                    all.add(String.valueOf(smaller));
                }
            }
        }
        Matcher option = OPTION.matcher(word);
        while (word.contains(":") && option.find()) {
            String rest = word.substring(0, option.start()) + word.substring(option.end());
            all.add(rest.contains("?") ? rest : rest.replaceFirst("&", "?"));
        }
        return all;
    }
}
