package io.mehari.differential;

import io.mehari.proofs.Batch;
import io.mehari.proofs.RandomOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs cases on both sides, and reports the differences that are not listed. */
final class Session extends Batch {
    private static final int BATCH = 50;
    private static final int LOOKS = 10;
    private static final int EXAMPLE = -1; // has no number
    private static final String ONCE = "differed once and not again";

    private final Pair pair;
    private final boolean even;
    private final @Nullable String show;
    private final Map<String, Integer> listed = new ConcurrentHashMap<>();
    private final AtomicInteger withException = new AtomicInteger();
    private final AtomicInteger byThePage = new AtomicInteger();
    private final Set<String> silent = ConcurrentHashMap.newKeySet();

    /**
     * @param even whether each kind of step is drawn as often as any other
     * @param show a part of the name of the listed differences that are printed, too; null for none
     */
    Session(Pair pair, RandomOptions options, long cases, boolean even, @Nullable String show) {
        super(options, cases, BATCH);
        this.pair = pair;
        this.even = even;
        this.show = show;
    }

    /** Checks that the listed differences with an example still differ. */
    void checkExamples() throws Exception {
        List<KnownDifference> shown = KnownDifference.ALL.stream()
                .filter(each -> each.example() != null)
                .toList();
        List<Plan> examples = new ArrayList<>();
        shown.forEach(each -> examples.add(Objects.requireNonNull(each.example())));
        List<Found> found = pair.run(examples);
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).differs()) {
                count(EXAMPLE, found.get(i), shown.get(i));
            } else {
                report("Listed, and does not differ: " + shown.get(i).name(), found.get(i)::toString);
            }
        }
    }

    @Override
    protected void run(List<Long> numbers) throws Exception {
        List<Plan> plans = numbers.stream()
                .map(each -> pair.plan(options.seed, each, even))
                .toList();
        List<Found> found = pair.run(plans);
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).differs()) {
                look(numbers.get(i), found.get(i));
            }
        }
    }

    private void look(long number, Found first) throws Exception {
        Optional<KnownDifference> known = known(first);
        if (known.isPresent()) {
            count(number, first, known.get());
            return;
        }
        Found found = run(first.plan());
        for (int i = 1; i < LOOKS && isNew(found) && found.plan().isConcurrent(); i++) {
            found = run(first.plan());
        }
        if (!found.differs()) {
            count(ONCE);
            return;
        }
        known = known(found);
        if (known.isPresent()) {
            count(number, found, known.get());
            return;
        }
        arrivals(number, found, false);
        Found again = found;
        report(
                "Difference " + (reported() + 1) + ": --seed " + options.seed + " --only " + number,
                () -> options.whole ? again.toString() : smallest(again).toString());
    }

    private Found smallest(Found found) throws Exception {
        return Smaller.shrinker(pair, smaller -> isNew(smaller) && smaller.isAlike(found))
                .shrink(found);
    }

    private static boolean isNew(Found found) {
        return found.differs() && KnownDifference.of(found).isEmpty();
    }

    /** A difference of streams is one only if the case does not differ with texts in place of streams. */
    private Optional<KnownDifference> known(Found found) throws Exception {
        Optional<KnownDifference> known = KnownDifference.of(found);
        return known.isPresent()
                        && known.get().ofStreams()
                        && isNew(run(found.plan().withoutStreams()))
                ? Optional.empty()
                : known;
    }

    private Found run(Plan plan) throws Exception {
        return pair.run(List.of(plan)).get(0);
    }

    // ---- where messages arrive

    private void count(long number, Found found, KnownDifference known) {
        count(known.name());
        if (show != null && known.name().contains(show)) {
            System.out.printf("%n%s: --seed %d --only %d%n%n%s%n", known.name(), options.seed, number, found);
        }
        arrivals(number, found, true);
    }

    /** Counts whether messages arrive at other endpoints, and what shows it: an exception, or only the page. */
    private void arrivals(long number, Found found, boolean isListed) {
        if (!found.arrivesElsewhere()) {
            return;
        }
        if (found.showsExceptions()) {
            withException.incrementAndGet();
        } else if (isListed) {
            byThePage.incrementAndGet();
        } else {
            silent.add("case " + number);
        }
    }

    private void count(String name) {
        listed.merge(name, 1, Integer::sum);
    }

    void printCounts() {
        KnownDifference.ALL.forEach(each -> print(each.name()));
        if (listed.containsKey(ONCE)) {
            print(ONCE);
        }
        System.out.printf("%8d  not listed%n", reported());
        System.out.printf(
                "%8d  of all these arrive at other endpoints, or not as often: %d with an exception, %d by what is"
                        + " listed, %d silently%n",
                withException.get() + byThePage.get() + silent.size(),
                withException.get(),
                byThePage.get(),
                silent.size());
        silent.stream().sorted().forEach(each -> System.out.println("          silently: " + each));
    }

    private void print(String name) {
        System.out.printf("%8d  %s%n", listed.getOrDefault(name, 0), name);
    }
}
