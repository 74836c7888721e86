package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.testing.AnEnum;
import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.TestEnumMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The map of the experiment camel:exchange, compiled as the lab compiles it. */
class LeanEnumMapTest {
    @TempDir
    static Path classes;

    private static final List<TimeUnit> KEYS = List.of(TimeUnit.values());

    private static Class<?> type;

    @BeforeAll
    static void compile() throws Exception {
        List<Path> path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        Sources.compile(List.of(Path.of("experiments/camel-exchange/part/LeanEnumMap.java")), path, classes);
        URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, LeanEnumMapTest.class.getClassLoader());
        type = loader.loadClass("io.mehari.lab.camel.exchange.LeanEnumMap");
    }

    @SuppressWarnings("unchecked") // the compiled class is such a map
    private static <K extends Enum<K>, V> Map<K, V> made(Class<?> parameter, Object argument) {
        try {
            return (Map<K, V>) type.getConstructor(parameter).newInstance(argument);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static <K extends Enum<K>, V> Map<K, V> map(Class<K> keys) {
        return made(Class.class, keys);
    }

    private static <K extends Enum<K>, V> Map<K, V> copy(Map<K, V> map) {
        return made(type, map);
    }

    @TestFactory
    Stream<DynamicTest> itIsAMapToTheLetter() {
        TestSuite suite = MapTestSuiteBuilder.using(new TestEnumMapGenerator() {
                    @Override
                    protected Map<AnEnum, String> create(Map.Entry<AnEnum, String>[] entries) {
                        Map<AnEnum, String> map = map(AnEnum.class);
                        for (Map.Entry<AnEnum, String> each : entries) {
                            map.put(each.getKey(), each.getValue());
                        }
                        return map;
                    }
                })
                .named("lean")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_VALUES,
                        MapFeature.ALLOWS_NULL_KEY_QUERIES)
                .createTestSuite();
        List<DynamicTest> tests = new ArrayList<>();
        collect(suite, tests);
        assertThat(tests).hasSizeGreaterThan(500);
        return tests.stream();
    }

    private static void collect(TestSuite suite, List<DynamicTest> tests) {
        for (junit.framework.Test each : Collections.list(suite.tests())) {
            if (each instanceof TestSuite inner) {
                collect(inner, tests);
            } else if (each instanceof TestCase single) {
                tests.add(DynamicTest.dynamicTest(single.getName(), single::runBare));
            }
        }
    }

    /** Every operation that Camel calls, and writes to one of two copies. */
    @Test
    void itAnswersAsEnumMapDoes() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Map<TimeUnit, String> lean = map(TimeUnit.class);
            EnumMap<TimeUnit, String> known = new EnumMap<>(TimeUnit.class);
            for (int step = 0; step < 100; step++) {
                String at = "seed " + seed + ", step " + step;
                TimeUnit key = KEYS.get(random.nextInt(KEYS.size()));
                String value = random.nextInt(4) == 0 ? null : "value " + step;
                switch (random.nextInt(7)) {
                    case 0, 1, 2 -> assertThat(lean.put(key, value)).as(at).isEqualTo(known.put(key, value));
                    case 3 -> assertThat(lean.remove(key)).as(at).isEqualTo(known.remove(key));
                    case 4 ->
                        assertThat(lean.computeIfPresent(key, (k, v) -> value))
                                .as(at)
                                .isEqualTo(known.computeIfPresent(key, (k, v) -> value));
                    case 5 -> {
                        Map<TimeUnit, String> left = lean;
                        lean = copy(left);
                        left.clear();
                        left.put(key, "not in the copy");
                    }
                    default -> {
                        if (random.nextInt(5) == 0) {
                            lean.clear();
                            known.clear();
                        }
                        lean.putAll(Collections.singletonMap(key, value));
                        known.put(key, value);
                    }
                }
                assertThat(lean).as(at).isEqualTo(known).hasSameSizeAs(known);
                assertThat(lean.get(key)).as(at).isEqualTo(known.get(key));
                assertThat(lean.containsKey(key)).as(at).isEqualTo(known.containsKey(key));
            }
        }
    }

    @Test
    void aNullKeyIsRefusedAndNeverFound() {
        Map<TimeUnit, String> lean = map(TimeUnit.class);
        lean.put(TimeUnit.DAYS, null);
        assertThatThrownBy(() -> lean.put(null, "x")).isInstanceOf(NullPointerException.class);
        assertThat(lean.get(null)).isNull();
        assertThat(lean.containsKey(null)).isFalse();
        assertThat(lean.containsKey(TimeUnit.DAYS)).isTrue();
    }
}
