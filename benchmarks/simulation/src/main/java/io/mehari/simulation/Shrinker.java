package io.mehari.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a plan smaller: removes lines and lowers numbers as long as the same judge still complains. */
final class Shrinker {
    /*
     * Each round tries all plans that are one change smaller, the smallest first. A change removes a line, the block
     * around some lines, a word, or an option of a URI, or lowers a number. A changed plan runs its threads in another
     * order, so each plan is tried with several seeds.
     */
    private static final int SEEDS = 8;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final Pattern OPTION = Pattern.compile("([?&])[^?&]+");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final Predicate<Plan> stillFails;
    private int tried;
    private long began;

    Shrinker(Predicate<Plan> stillFails) {
        this.stillFails = stillFails;
    }

    /** The number of plans that were run. */
    int tried() {
        return tried;
    }

    Plan shrink(Plan failed) {
        began = System.nanoTime();
        Plan smallest = failed;
        for (Plan smaller = failed; smaller != null; smaller = smaller(smallest)) {
            smallest = smaller;
        }
        return smallest;
    }

    private @Nullable Plan smaller(Plan plan) {
        List<Plan> candidates = new ArrayList<>();
        for (List<Line> each : variants(plan.lines())) {
            candidates.add(new Plan(plan.seed(), each));
        }
        candidates.removeIf(each -> !each.isFair());
        candidates.sort(Comparator.comparingInt(Plan::size));
        for (Plan each : candidates) {
            for (int i = 0; i < SEEDS && System.nanoTime() - began < MOST_NANOS; i++) {
                tried++;
                Plan candidate = each.withSeed(i == 0 ? plan.seed() : i);
                if (fails(candidate)) {
                    return candidate;
                }
            }
        }
        return null;
    }

    private boolean fails(Plan candidate) {
        try {
            return stillFails.test(candidate);
        } catch (IllegalArgumentException e) {
            return false; // a number is missing
        }
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
        List<Line> changed = new ArrayList<>(lines.subList(0, at));
        changed.addAll(instead);
        changed.addAll(lines.subList(at + 1, lines.size()));
        return changed;
    }

    private static List<List<String>> words(List<String> words) {
        List<List<String>> all = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            all.add(with(words, i, i + 1, List.of()));
            if (i + 1 < words.size() && NUMBER.matcher(words.get(i + 1)).matches()) {
                all.add(with(words, i, i + 2, List.of())); // a name and its number
            }
            if (i + 2 < words.size()) {
                all.add(with(words, i, i + 3, List.of())); // a fault: its kind and its number
            }
            for (String smaller : word(words.get(i))) {
                all.add(with(words, i, i + 1, List.of(smaller)));
            }
        }
        return all;
    }

    private static List<String> with(List<String> words, int from, int to, List<String> instead) {
        List<String> changed = new ArrayList<>(words.subList(0, from));
        changed.addAll(instead);
        changed.addAll(words.subList(to, words.size()));
        return changed;
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
