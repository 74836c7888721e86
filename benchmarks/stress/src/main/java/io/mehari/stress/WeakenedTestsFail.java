package io.mehari.stress;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Checks that the stress tests detect faults. Each test has a weakened variant, in which one line of the code under
 * test is wrong. This program runs the variants, and fails unless every one was caught: {@code java -cp
 * target/stress.jar io.mehari.stress.WeakenedTestsFail}, optionally with jcstress options instead of {@code -m quick
 * -sc false}.
 */
public final class WeakenedTestsFail {

    private WeakenedTestsFail() {}

    public static void main(String[] args) throws Exception {
        String[] chosen = args.length == 0 ? new String[] {"-m", "quick", "-sc", "false"} : args;
        Options options = new Options(
                Stream.concat(Stream.of("-t", "Weakened"), Stream.of(chosen)).toArray(String[]::new));
        if (!options.parse()) {
            System.exit(2);
        }
        JCStress stress = new JCStress(options);
        stress.run();

        Map<String, Long> caught = new TreeMap<>();
        stress.getTests().forEach(test -> caught.put(test, 0L));
        for (TestResult result : results(options.getResultFile())) {
            caught.merge(result.getName(), interesting(result), Long::sum);
        }
        System.out.println("How often each weakened variant was caught:");
        caught.forEach((test, times) -> System.out.printf("%,12d  %s%n", times, test));
        if (caught.isEmpty() || caught.containsValue(0L)) {
            System.out.println("FAILED: a test that misses what it is there for proves nothing");
            System.exit(1);
        }
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
                .filter(each -> each.expect == org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING)
                .mapToLong(each -> each.count)
                .sum();
    }
}
