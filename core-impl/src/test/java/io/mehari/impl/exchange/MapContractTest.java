package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.collect.FlatMap;
import io.mehari.collect.slots.Slots;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Law H3: guava-testlib's map suites on every map and view, flat and indexed, in every state of sharing. Nothing is
 * suppressed. Features that are not claimed, with the reason:
 *
 * <ul>
 *   <li>ALLOWS_NULL_KEYS, ALLOWS_NULL_KEY_QUERIES, ALLOWS_NULL_ENTRY_QUERIES: law H4, a null name is refused, asked for
 *       as well as put. (The suite then tests that it is refused.)
 *   <li>SERIALIZABLE: nothing in Mehari is; most advisories of the peer are about deserialization.
 *   <li>REJECTS_DUPLICATES_AT_CREATION: for immutable maps.
 * </ul>
 */
class MapContractTest {

    private static final DefaultRoutingContext CONTEXT = new DefaultRoutingContext();

    /** Something with a map, and how a copy of it is taken. */
    private record Kind<T>(String name, Supplier<T> maker, UnaryOperator<T> copier, Viewer<T> viewer) {}

    private interface Viewer<T> {
        Map<String, @Nullable Object> of(T owner);
    }

    /** What has happened to the storage before the suite gets it. */
    private enum State {
        PRIVATE,
        SHARED,
        SHARED_THEN_WRITTEN,
        COPY,
        /** For views. For a map itself it is the same as SHARED. */
        HELD_FROM_BEFORE_THE_COPY
    }

    @TestFactory
    Stream<DynamicTest> h3_caseInsensitiveMap() {
        return suites(new Kind<CaseInsensitiveMap<@Nullable Object>>(
                "CaseInsensitiveMap", CaseInsensitiveMap::new, CaseInsensitiveMap::copy, map -> map));
    }

    @TestFactory
    Stream<DynamicTest> h3_flatMap() {
        return suites(new Kind<FlatMap<String, @Nullable Object>>("FlatMap", FlatMap::new, FlatMap::copy, map -> map));
    }

    @TestFactory
    Stream<DynamicTest> h3_headersOfAMessage() {
        return suites(new Kind<>(
                "getHeaders",
                () -> new DefaultExchange(CONTEXT),
                AbstractExchange::copy,
                AbstractExchange::getHeaders));
    }

    @TestFactory
    Stream<DynamicTest> h3_propertiesOfAnExchange() {
        return suites(new Kind<>(
                "getProperties",
                () -> new DefaultExchange(CONTEXT),
                AbstractExchange::copy,
                AbstractExchange::getProperties));
    }

    private static <T> Stream<DynamicTest> suites(Kind<T> kind) {
        return Stream.of(State.values())
                .filter(state -> state != State.HELD_FROM_BEFORE_THE_COPY || kind.name.startsWith("get"))
                .flatMap(state -> Stream.of(false, true).flatMap(indexed -> suite(kind, state, indexed)));
    }

    private static <T> Stream<DynamicTest> suite(Kind<T> kind, State state, boolean indexed) {
        Generator<T> generator = new Generator<>(kind, state, indexed);
        TestSuite suite = MapTestSuiteBuilder.using(generator)
                .named(kind.name + ", " + state + (indexed ? ", indexed" : ", flat"))
                .withFeatures(
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_VALUES,
                        MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionSize.ANY)
                .createTestSuite();
        List<TestCase> cases = new ArrayList<>();
        collect(suite, cases);
        assertThat(cases).as("the suite is not empty").hasSizeGreaterThan(500);
        return cases.stream()
                .collect(Collectors.groupingBy(
                        test -> test.getClass().getSimpleName(), TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(tester -> DynamicTest.dynamicTest(
                        suite.getName() + ": " + tester.getKey(), () -> run(tester.getValue(), generator)));
    }

    /** All tests of one class of the suite; what fails is named. */
    private static void run(List<TestCase> tests, Generator<?> generator) {
        AssertionError failures = new AssertionError("Tests of guava-testlib fail: see the suppressed ones");
        for (TestCase test : tests) {
            generator.others.clear();
            try {
                test.runBare();
                generator.checkOthers();
            } catch (Throwable failure) {
                failures.addSuppressed(new AssertionError(test.toString(), failure));
            }
        }
        if (failures.getSuppressed().length > 0) {
            throw failures;
        }
    }

    private static void collect(TestSuite suite, List<TestCase> into) {
        for (junit.framework.Test test : Collections.list(suite.tests())) {
            if (test instanceof TestSuite inner) {
                collect(inner, into);
            } else {
                into.add((TestCase) test);
            }
        }
    }

    /**
     * Creates maps, and remembers the maps that share their content: law E6 is checked after every test of the suite.
     */
    private static final class Generator<T> extends TestStringMapGenerator {
        private record Other<T>(T owner, Map<String, @Nullable Object> content) {}

        private final Kind<T> kind;
        private final State state;
        private final boolean indexed;
        private final List<Other<T>> others = new ArrayList<>();

        Generator(Kind<T> kind, State state, boolean indexed) {
            this.kind = kind;
            this.state = state;
            this.indexed = indexed;
        }

        @Override
        protected Map<String, String> create(Map.Entry<String, String>[] entries) {
            T owner = kind.maker.get();
            Map<String, @Nullable Object> map = kind.viewer.of(owner);
            if (indexed) {
                beyondTheSwitch(map, "before");
            }
            for (Map.Entry<String, String> entry : entries) {
                map.put(entry.getKey(), entry.getValue());
            }
            if (indexed) {
                map.keySet().removeIf(name -> name.startsWith("before"));
            }
            return strings(brought(owner, map));
        }

        private static void beyondTheSwitch(Map<String, @Nullable Object> map, String name) {
            for (int i = 0; i < Slots.FLAT_PAIRS + 2; i++) {
                map.put(name + i, i);
            }
        }

        private Map<String, @Nullable Object> brought(T owner, Map<String, @Nullable Object> map) {
            switch (state) {
                case PRIVATE -> {}
                case SHARED -> {
                    share(owner);
                    return kind.viewer.of(owner);
                }
                case SHARED_THEN_WRITTEN -> {
                    share(owner);
                    map.put("behind", 1);
                    map.remove("behind");
                }
                case COPY -> {
                    T copy = kind.copier.apply(owner);
                    others.add(new Other<>(owner, new LinkedHashMap<>(map)));
                    return kind.viewer.of(copy);
                }
                case HELD_FROM_BEFORE_THE_COPY -> share(owner);
            }
            return map;
        }

        private void share(T owner) {
            T copy = kind.copier.apply(owner);
            others.add(new Other<>(copy, new LinkedHashMap<>(kind.viewer.of(copy))));
        }

        void checkOthers() {
            for (Other<T> other : others) {
                assertThat(new ArrayList<>(kind.viewer.of(other.owner).entrySet()))
                        .as("what shared the content")
                        .isEqualTo(new ArrayList<>(other.content.entrySet()));
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // the suite puts strings only
        private static Map<String, String> strings(Map<String, @Nullable Object> map) {
            return (Map) map;
        }
    }
}
