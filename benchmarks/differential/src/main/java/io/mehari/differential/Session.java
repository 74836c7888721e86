package io.mehari.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One run: generates cases, runs them in batches on all processors, and reports the differences. */
final class Session {
    private static final int BATCH = 50;
    private static final int LOOKS = 10;

    private final Pair pair;
    private final Options options;
    private final long began = System.nanoTime();
    private final Map<String, Integer> listed = new TreeMap<>();
    private final AtomicInteger next = new AtomicInteger();
    private int done;
    private int reported;
    private int unsteady;

    Session(Pair pair, Options options) {
        this.pair = pair;
        this.options = options;
    }

    /** Runs all cases. Returns whether there are only listed differences. */
    boolean run() throws Exception {
        System.out.println("seed " + options.seed());
        checkExamples();
        if (options.only() >= 0) {
            check(List.of(options.only()));
        } else {
            runAll();
        }
        System.err.print("\r");
        System.out.printf("%,d cases in %d s%n", done, seconds());
        KnownDifference.ALL.forEach(
                each -> System.out.printf("%8d  %s%n", listed.getOrDefault(each.name(), 0), each.name()));
        if (unsteady > 0) {
            System.out.printf("%8d  differed once and not again%n", unsteady);
        }
        System.out.printf("%8d  not listed%n", reported);
        return reported == 0;
    }

    /** Checks that the listed differences with an example still differ. */
    private void checkExamples() throws Exception {
        List<KnownDifference> shown = KnownDifference.ALL.stream()
                .filter(each -> each.example() != null)
                .toList();
        List<Plan> examples = new ArrayList<>();
        shown.forEach(each -> examples.add(Objects.requireNonNull(each.example())));
        List<Found> found = pair.run(examples);
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).differs()) {
                count(Optional.of(shown.get(i)));
            } else {
                reported++;
                System.out.printf(
                        "%nListed, and does not differ: %s%n%n%s%n",
                        shown.get(i).name(), found.get(i));
            }
        }
    }

    private void runAll() throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(workers.submit(() -> {
                for (int from = next.getAndAdd(BATCH);
                        from < options.routes() && goesOn();
                        from = next.getAndAdd(BATCH)) {
                    check(numbers(from));
                }
                return null;
            }));
        }
        workers.shutdown();
        for (Future<?> each : all) {
            each.get();
        }
    }

    private List<Integer> numbers(int from) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = from; i < Math.min(from + BATCH, options.routes()); i++) {
            numbers.add(i);
        }
        return numbers;
    }

    private synchronized boolean goesOn() {
        return reported < options.reports();
    }

    private void check(List<Integer> numbers) throws Exception {
        List<Plan> plans =
                numbers.stream().map(each -> pair.plan(options.seed(), each)).toList();
        List<Found> found = pair.run(plans);
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).differs()) {
                look(numbers.get(i), found.get(i));
            }
        }
        progress(numbers.size());
    }

    private void look(int number, Found first) throws Exception {
        if (KnownDifference.of(first).isPresent()) {
            count(KnownDifference.of(first));
            return;
        }
        Found found = pair.run(List.of(first.plan())).get(0);
        for (int i = 1; i < LOOKS && isNew(found) && found.plan().isConcurrent(); i++) {
            found = pair.run(List.of(first.plan())).get(0);
        }
        report(number, found);
    }

    private void report(int number, Found found) throws Exception {
        Optional<KnownDifference> known = KnownDifference.of(found);
        if (!found.differs()) {
            count(Optional.empty());
        } else if (known.isPresent()) {
            count(known);
        } else if (goesOn()) {
            print(
                    number,
                    new Shrinker(pair, options.rounds(), smaller -> isNew(smaller) && smaller.isAlike(found))
                            .shrink(found));
        }
    }

    private static boolean isNew(Found found) {
        return found.differs() && KnownDifference.of(found).isEmpty();
    }

    /** Counts a known difference. If it is empty, the case differed once but not again. */
    private synchronized void count(Optional<KnownDifference> known) {
        known.ifPresentOrElse(each -> listed.merge(each.name(), 1, Integer::sum), () -> unsteady++);
    }

    private synchronized void print(int number, Found smallest) {
        reported++;
        System.err.print("\r");
        System.out.printf("%nDifference %d: --seed %d --only %d%n%n%s%n", reported, options.seed(), number, smallest);
    }

    private synchronized void progress(int more) {
        done += more;
        long left = options.only() >= 0 ? 0 : seconds() * (options.routes() - done) / Math.max(1, done);
        System.err.printf("\r%,d of %,d, %d s left   ", done, options.routes(), left);
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    }
}
