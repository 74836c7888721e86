package io.mehari.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LaunchTest {

    @Test
    void everyListedProgramIsAClass() {
        assertThat(Stream.of(Launch.MEASUREMENTS, Launch.PROOFS).flatMap(List::stream))
                .hasSizeGreaterThan(20)
                .allSatisfy(each -> assertThat(Path.of(
                                "../..",
                                each.proves() ? "testing" : "benchmarks",
                                each.module(),
                                "src/main/java/io/mehari",
                                each.type().replace('.', '/') + ".java"))
                        .isRegularFile());
    }
}
