package io.mehari.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S6: what a context logs while the process ends is printed, although the log of the JDK ends with the process. */
@Timeout(120)
class LogOfAStopTest {
    private static final String BY_THE_ROUTE = "logged by a route that stops";
    private static final String BY_THE_STOP = "stopped after 0.8s with messages still in flight";

    /** Starts a service, tells it to end when its message is in flight, and returns its output. */
    private static String outputOf(Class<?> program, List<String> options, String arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments.isEmpty() ? List.of() : List.of(arguments.split(" ")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        StringBuilder output = new StringBuilder();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.append(line).append('\n');
                if (line.startsWith("begun")) {
                    process.toHandle().destroy(); // SIGTERM
                }
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return output.toString();
    }

    @Test
    void s6_aServiceSaysWhatItRunsAndWhatItHasLeft() throws Exception {
        assertThat(outputOf(LoggingService.class, List.of(), "main"))
                .contains(": context shop has started in ", " ms, 1 route: orders from timer:orders")
                .contains("Context shop has stopped in ", "messages that were left, by route: {orders=1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "main logs", "context"})
    void s6_whatIsLoggedWhileTheProcessEndsIsPrinted(String arguments) throws Exception {
        assertThat(outputOf(LoggingService.class, List.of(), arguments)).contains(BY_THE_ROUTE, BY_THE_STOP);
    }

    @Test
    void s6_theUsersHandlersAreUsedToTheEnd(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("shop.log");
        Path configuration = configuration(folder, log);

        String output =
                outputOf(LoggingService.class, List.of("-Djava.util.logging.config.file=" + configuration), "main");
        assertThat(output).doesNotContain(BY_THE_ROUTE, BY_THE_STOP);
        assertThat(Files.readString(log)).contains(BY_THE_ROUTE, BY_THE_STOP);
        assertThat(folder.resolve("shop.log.lck")).as("the handler was closed").doesNotExist();
    }

    @Test
    void s6_aContextThatIsForgottenSaysWhatIsLost() throws Exception {
        assertThat(outputOf(ForgottenContext.class, List.of(), ""))
                .contains("context shop was not stopped; messages that are lost, by route: {orders=1}");
        assertThat(outputOf(ForgottenContext.class, List.of(), "close")).isEmpty();
    }

    @Test
    void s6_aContextThatAHookOfTheUsersStopsWasNotForgotten() throws Exception {
        assertThat(outputOf(ForgottenContext.class, List.of(), "hook")).doesNotContain("was not stopped");
    }

    /** The thread that exits is that of a message, which cannot end. The others are waited for. */
    @ParameterizedTest
    @ValueSource(strings = {"timer", "main", "delayed"})
    void s4_aRouteThatExitsEndsTheProcessAndNotAfterTheLimit(String thread) throws Exception {
        long begin = System.nanoTime();
        String output = outputOf(ExitingService.class, List.of(), thread);
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
        assertThat(output).contains("the other message has ended", "{exits=1}");
    }

    private static Path configuration(Path folder, Path log) throws IOException {
        return Files.writeString(folder.resolve("logging.properties"), """
                handlers=java.util.logging.FileHandler
                java.util.logging.FileHandler.pattern=%s
                java.util.logging.FileHandler.formatter=java.util.logging.SimpleFormatter
                """.formatted(log));
    }

    @Test
    void theUsersLogManagerIsKept() throws Exception {
        String output = outputOf(
                LoggingService.class, List.of("-Djava.util.logging.manager=" + Own.class.getName()), "main logs");
        assertThat(output).contains("the user's log manager was reset");
    }

    /** A log manager of the user, who has set the property. */
    public static final class Own extends LogManager {
        public Own() {}

        @Override
        public void reset() {
            System.out.println("the user's log manager was reset");
            super.reset();
        }
    }

    @Test
    void aProgramThatLogsNothingLoadsNoLog() throws Exception {
        assertThat(outputOf(
                        Service.class,
                        List.of("-Xlog:class+load"),
                        "--orders.period=1000 --mehari.lifecycle-log=false"))
                .contains("io.mehari.ShutdownHook ")
                .doesNotContain("java.util.logging.");
    }
}
