package io.mehari.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./bench} lists its measurements, and reports a wrong command line before it builds anything. */
class BenchTest {
    private static final Path BENCH = Path.of("../../bench");
    private static final int BAD_OPTION = 2;

    private record Said(int code, String text) {}

    private static Said bench(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", BENCH.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    @BeforeAll
    static void onlyWhereThereIsBash() {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash here, which ./bench needs");
    }

    @Test
    void withoutANameItListsAll() throws Exception {
        Said list = bench();
        assertThat(list.code).isZero();
        assertThat(list.text)
                .contains("demo ", "compare ", "load ", "throughput ", "latency ", "idle ", "start-up ", "soak ")
                .contains("stress ", "create ", "queue ")
                .contains(
                        "Peers to compare with Mehari",
                        "camel-4.22.0",
                        "spring-integration-7.1.0",
                        "vertx-5.0.4",
                        "raw-jctools")
                .isEqualTo(bench("--list").text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lod | There is no measurement lod: did you mean load?",
                "throughput --rond 3 | throughput has no option --rond: did you mean --rounds?",
                "before-after --quick | before-after needs a commit",
                "before-after nowhere | There is no commit nowhere.",
                "idle --seconds | --seconds needs a value",
                "create --profile heap | There is no profile heap. Choose from: cpu, alloc",
                "soak --against camel:4.22.0 | soak has no peers to choose",
                "start-up --profile cpu | start-up has nothing to profile",
                "load --jdk /nowhere | there is no /nowhere/bin/java",
            })
    void aMistakeIsNamedWithItsRemedy(String line, String message) throws Exception {
        Said said = bench(line.split(" ", -1));
        assertThat(said.code).isEqualTo(BAD_OPTION);
        assertThat(said.text).contains(message);
    }
}
