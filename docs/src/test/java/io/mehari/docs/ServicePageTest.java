package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import service.OrderService;

/** The program on the page about services runs as its systemd unit and its container start it, and ends as told. */
class ServicePageTest {
    private static final int SHUTDOWN_SECONDS = 45;
    private static final Pattern MAIN = Pattern.compile("service[.]OrderService(.*)");

    private static String page() throws IOException {
        return Files.readString(Path.of("guide", "service.md"));
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s on the page", pattern).isTrue();
        return matcher.group(1);
    }

    @Test
    void theUnitStartsItAndEndsItInTime(@TempDir Path folder) throws Exception {
        String page = page();
        String command = found("(?m)^ExecStart=(.*)$", page);
        int limit = Integer.parseInt(found("(?m)^TimeoutStopSec=(\\d+)$", page));
        assertThat(found("(?m)^SuccessExitStatus=(\\d+)$", page)).isEqualTo("143");
        assertThat(limit).isGreaterThan(SHUTDOWN_SECONDS);

        runsAndStops(Arrays.asList(found(MAIN.pattern(), command).trim().split(" ")), folder);
    }

    @Test
    void theContainerStartsIt(@TempDir Path folder) throws Exception {
        String entry = found("(?m)^ENTRYPOINT \\[(.*)\\]$", page());
        List<String> words = Arrays.stream(entry.split(", "))
                .map(each -> each.substring(1, each.length() - 1))
                .toList();
        int main = words.indexOf(OrderService.class.getName());
        assertThat(words.get(0)).isEqualTo("java");
        assertThat(main).isPositive();

        runsAndStops(words.subList(main + 1, words.size()), folder);
    }

    /** The box behind the arrow of SIGTERM, and that of a start that fails. */
    @Test
    void thePictureEndsWithTheExitCodesOfThePage() throws IOException {
        String sketch = Files.readString(Path.of("src/test/pictures/service.txt"));
        String table = "(?m)^\\| (\\d+) \\| ";
        assertThat(sketch).contains("arrow run stop SIGTERM\narrow stop exit\n", "arrow start bad fails\n");
        assertThat(found("box exit .* exit code (\\d+)", sketch))
                .isEqualTo(found(table + "the process got SIGTERM", page()));
        assertThat(found("box bad .* exit code (\\d+)", sketch))
                .isEqualTo(found(table + "the context could not start", page()));
    }

    /** With the arguments as they are, but for the folder of the file. */
    private static void runsAndStops(List<String> arguments, Path folder) throws Exception {
        Path config = folder.resolve("orders.properties");
        Files.writeString(config, "orders.timer=tick\n");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OrderService.class.getName()));
        arguments.forEach(each -> command.add(each.replaceFirst("--config=.*", "--config=" + config)));
        assertThat(command).as("the page's command names a file").contains("--config=" + config);

        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                if (line.contains("packed: an order")) {
                    process.toHandle().destroy(); // SIGTERM, as systemd and containers send it
                }
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(lines).anyMatch(line -> line.contains("packed: an order"));
        assertThat(process.exitValue()).isEqualTo(143);
    }
}
