package course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables that compact object headers change, measured in a JVM that has them: a page shows them after compact. */
class CompactHeadersTest {

    @Test
    void aPageShowsTheTableThatCompactHeadersGive() throws Exception {
        assumeThat(Runtime.version().feature())
                .as("skipped: this JVM has no compact object headers")
                .isGreaterThanOrEqualTo(25);
        ProcessBuilder java = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xbatch");
        java.command()
                .addAll(List.of(
                        "-XX:+UseCompactObjectHeaders",
                        "-Djdk.attach.allowAttachSelf=true",
                        "-Djol.magicFieldOffset=true",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dcourse.update=" + Pages.UPDATE,
                        "-cp",
                        System.getProperty("java.class.path"),
                        CompactTables.class.getName()));
        Process running = java.redirectErrorStream(true).start();
        String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor()).as(said).isZero();
    }

    /** The steps whose table depends on headers. */
    static List<Path> steps() {
        return Pages.steps().stream()
                .filter(step ->
                        Pages.block(step.resolve("README.md"), "figures").contains(" B"))
                .toList();
    }
}
