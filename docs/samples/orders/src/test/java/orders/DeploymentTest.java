package orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The systemd unit and the container file. No image is built: that needs a base image from a network. */
class DeploymentTest {
    private static final Path UNIT = Path.of("orders.service").toAbsolutePath();

    /** What the unit runs: {@link KilledTest} starts the program with it. */
    static List<String> command() throws IOException {
        return List.of(found("ExecStart=(.*)", UNIT).split(" "));
    }

    private static String found(String pattern, Path file) throws IOException {
        Matcher matcher = Pattern.compile("(?m)^" + pattern + "$").matcher(Files.readString(file));
        assertThat(matcher.find()).as(pattern + " in " + file).isTrue();
        return matcher.group(1);
    }

    @Test
    void systemdUnderstandsTheUnit() throws Exception {
        boolean isHere = Files.isExecutable(Path.of("/usr/bin/systemd-analyze"));
        assumeTrue(
                isHere && Files.isExecutable(Path.of(command().get(0))),
                "systemd-analyze or /usr/bin/java is not here");
        Process verify = new ProcessBuilder("/usr/bin/systemd-analyze", "verify", "--man=no", UNIT.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(verify.waitFor()).as(said).isZero();
        assertThat(said).doesNotContain("orders.service");
    }

    @Test
    void theContainerRunsWhatTheUnitRuns() throws IOException {
        Path file = Path.of("Containerfile");
        List<String> words = Arrays.stream(found("ENTRYPOINT \\[(.*)\\]", file).split(", "))
                .map(each -> each.substring(1, each.length() - 1))
                .toList();
        assertThat(words.get(0)).isEqualTo("java");
        assertThat(words.subList(1, words.size()))
                .isEqualTo(command().subList(1, command().size()))
                .contains(OrderService.class.getName());
        assertThat(found("COPY target/(orders.jar) /opt/orders/", file)).isEqualTo("orders.jar");
        assertThat(found("COPY target/(lib) /opt/orders/lib", file)).isEqualTo("lib");
    }
}
