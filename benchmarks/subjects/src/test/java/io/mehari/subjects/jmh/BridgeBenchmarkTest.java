package io.mehari.subjects.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each operation does its work, with the bridge and in Camel alone. */
class BridgeBenchmarkTest {
    @ParameterizedTest
    @ValueSource(strings = {"mehari-in-camel-4.22.0", "camel-4.22.0"})
    void eachMessageAndEachPartArrives(String subject) throws Exception {
        BridgeBenchmark benchmark = new BridgeBenchmark();
        benchmark.subject = subject;
        benchmark.headers = 5;
        benchmark.parts = 10;
        benchmark.setUp();
        for (int i = 1; i <= 3; i++) {
            benchmark.toDirect();
            benchmark.fromCamel();
            benchmark.toCamel();
            benchmark.split();
            assertThat(benchmark.arrived).isEqualTo(12L * i);
        }
        benchmark.tearDown();
    }
}
