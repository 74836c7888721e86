package io.mehari.stress;

import io.mehari.proofs.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the tests, or checks that they detect faults: {@code ./prove stress}, {@code ./prove weakened}. */
@Command(
        name = "./prove stress",
        description =
                "jcstress tests of all code that threads share. Each test has a weakened variant, in which one line of"
                        + " the code under test is wrong: ./prove weakened runs the variants, and fails unless every one is caught.")
public final class Stress extends Program {
    private static final String LONG = "-m quick -sc false";
    private static final String QUICK =
            "-m sanity -sc false -jvmArgs -XX:-TieredCompilation -time 50 -strideSize 1000 -strideCount 5";

    @Option(names = "--weakened", hidden = true)
    boolean weakened;

    @Option(names = "--tests", paramLabel = "REGEX", description = "only tests with such names")
    String tests = "";

    @Parameters(paramLabel = "OPTION", description = "after --: options of jcstress (" + LONG + ")")
    List<String> own = new ArrayList<>();

    public static void main(String[] arguments) {
        main(new Stress(), arguments);
    }

    @Override
    protected boolean holds() throws Exception {
        if (weakened && quick) {
            throw new IllegalArgumentException("weakened has no --quick: a shorter run does not find the faults.");
        }
        List<String> all = new ArrayList<>(List.of(
                "-t",
                "(" + tests + ").*" + (weakened ? "Weakened" : "Shipped"),
                "-r",
                weakened ? "weakened" : "stress"));
        all.addAll(own.isEmpty() ? List.of((quick ? QUICK : LONG).split(" ", -1)) : own);
        Options options = new Options(all.toArray(String[]::new));
        if (!options.parse()) {
            return false;
        }
        JCStress stress = new JCStress(options);
        if (stress.getTests().isEmpty()) {
            throw new IllegalStateException("There are no tests with such names.");
        }
        stress.run(); // which throws if a test has failed
        return !weakened || areCaught(stress, results(options.getResultFile()));
    }

    private static boolean areCaught(JCStress stress, Iterable<TestResult> results) {
        Map<String, Long> caught = new TreeMap<>();
        stress.getTests().forEach(test -> caught.put(test, 0L));
        for (TestResult result : results) {
            caught.merge(result.getName(), interesting(result), Long::sum);
        }
        System.out.println("How often each weakened variant was caught:");
        caught.forEach((test, times) -> System.out.printf("%,12d  %s%n", times, test));
        boolean all = !caught.isEmpty() && !caught.containsValue(0L);
        System.out.println(all ? "PASSED" : "FAILED: a test that misses what it is there for proves nothing");
        return all;
    }

    private static Iterable<TestResult> results(String file) throws IOException, ClassNotFoundException {
        InProcessCollector collector = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file, collector);
        reader.dump();
        reader.close();
        return collector.getTestResults();
    }

    private static long interesting(TestResult result) {
        return result.grading().gradingResults.values().stream()
                .filter(each -> each.expect == Expect.ACCEPTABLE_INTERESTING)
                .mapToLong(each -> each.count)
                .sum();
    }
}
