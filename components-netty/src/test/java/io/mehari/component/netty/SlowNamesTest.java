package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Law K11: names are not resolved on a thread that serves connections, and within connectTimeout. */
@Timeout(300)
class SlowNamesTest {
    @Test
    void k11_aLookUpThatDoesNotEndHoldsUpNobodyElse(@TempDir Path folder) throws Exception {
        assumeTrue(new File("/usr/bin/mkfifo").canExecute(), "mkfifo is not installed");
        Path hosts = folder.resolve("hosts");
        assertThat(new ProcessBuilder("mkfifo", hosts.toString()).start().waitFor())
                .isZero();
        Path log = folder.resolve("log");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.net.hosts.file=" + hosts,
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowNames.class.getName(),
                        hosts.toString())
                .redirectError(log.toFile())
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> said = output.lines().toList();
            assertThat(said).as(Files.readString(log)).hasSize(20 + 1 + 20 + 1 + 2);
            assertThat(said.subList(0, 20)).containsOnly("other");
            assertThat(said.get(20)).isEqualTo("threads 2"); // one for each component
            assertThat(said.subList(21, 41))
                    .allMatch(each -> each.startsWith("netty"))
                    .allMatch(each -> each.contains(
                            "cannot connect (the address of slow.test was not found within 3000 ms (connectTimeout))"));
            assertThat(said.get(41)).contains("was not found within 2000 ms"); // it has been started again
            assertThat(said.subList(42, 44)).containsExactly("late other", "again other");
        } finally {
            program.destroyForcibly();
        }
    }
}
