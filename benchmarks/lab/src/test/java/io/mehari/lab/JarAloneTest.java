package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab's jar needs no checkout: it runs from an empty folder. */
@Tag("slow")
class JarAloneTest {
    private static final String JAR = System.getProperty("mehari.lab.jar", "");
    private static final String NO_NETWORK = "Could not transfer|Unknown host|Connection|timed out|offline mode";

    @TempDir
    Path empty;

    private String lab(int code, String... arguments) throws IOException, InterruptedException {
        Stream<String> java = Stream.of(System.getProperty("java.home") + "/bin/java", "-jar", JAR);
        Process lab = new ProcessBuilder(
                        Stream.concat(java, Stream.of(arguments)).toList())
                .directory(empty.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(lab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeThat(said).as("Maven has no network").doesNotContainPattern(NO_NETWORK);
        assertThat(lab.waitFor()).as(said).isEqualTo(code);
        return said;
    }

    @Test
    void historyWhoAndGateRunFromAnEmptyFolder() throws Exception {
        assumeThat(JAR).as("The jar is made first: mvn verify -Dgroups=slow").isNotEmpty();
        String row = "new, 1 header";
        assertThat(lab(0, "history", "camel", row, "--from", "4.20", "--to", "4.21", "--quick"))
                .containsPattern("4.20.0 +\\| +680 \\|")
                .containsPattern("4.21.0 +\\| +928 \\|")
                .containsPattern("release +\\| +resident, MiB \\| +live, KiB \\| +classes \\|")
                .contains("Repeat it: `java -jar mehari-lab.jar history camel \"new, 1 header\" --from");
        assertThat(lab(0, "who", "camel-versions/1", row)).contains("+296 B since 4.21.0: `CaseInsensitiveMap.init`");
        assertThat(lab(1, "gate", "camel", row, "--before", "camel:4.20.0", "--after", "camel:4.21.0", "--quick"))
                .contains("**Bytes of a message: more in 1 of 1 operations: new, 1 header.**");
        try (Stream<Path> files = Files.list(empty)) {
            assertThat(files).as("files beside its own").containsExactly(empty.resolve("target"));
        }
    }
}
