package io.mehari.lab.fork;

import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import io.mehari.lab.api.MapMaker;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/**
 * Law: the contract of {@link Map}, tested with guava-testlib: all operations, views and iterators, null values, and
 * iterators that fail fast. A null name may be refused. Iteration order and serialization are not tested.
 */
final class MapContract {
    private int cases;
    private int passed;
    private final Set<String> failed = new LinkedHashSet<>();

    private MapContract() {}

    static RunLaws.Outcome check(MapMaker maker) {
        TestSuite suite = MapTestSuiteBuilder.using(new Generator(maker))
                .named("headers")
                .withFeatures(
                        CollectionSize.ANY,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_VALUES,
                        MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
                .createTestSuite();
        MapContract contract = new MapContract();
        contract.run(suite);
        return new RunLaws.Outcome(
                "contract of java.util.Map",
                contract.passed,
                contract.cases,
                Cases.shortened(List.copyOf(contract.failed)));
    }

    private void run(TestSuite suite) {
        for (Test each : Collections.list(suite.tests())) {
            if (each instanceof TestSuite inner) {
                run(inner);
            } else if (each instanceof TestCase single) {
                run(single);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a test fails by throwing any exception
    private void run(TestCase test) {
        cases++;
        try {
            test.runBare();
            passed++;
        } catch (Throwable e) {
            failed.add(test.getName().replaceAll("[\\[(].*", ""));
        }
    }

    /** Fills the framework's map with the entries that a test needs. */
    private static final class Generator extends TestStringMapGenerator {
        private final MapMaker maker;

        Generator(MapMaker maker) {
            this.maker = maker;
        }

        @Override
        @SuppressWarnings("unchecked") // the suite's values are strings
        protected Map<String, String> create(Map.Entry<String, String>[] entries) {
            Map<String, Object> map = maker.newMap();
            for (Map.Entry<String, String> each : entries) {
                map.put(each.getKey(), each.getValue());
            }
            return (Map<String, String>) (Map<String, ?>) map;
        }
    }
}
