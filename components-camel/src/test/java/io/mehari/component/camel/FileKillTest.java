package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process of a route from file to {@code seda:} to file is killed again and again: law K2. Here once;
 * {@code ./prove file-kills} does it 50 times.
 */
@Timeout(3600)
class FileKillTest {
    private static final int FILES = 800;

    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void kill() throws InterruptedException {
        for (Process each : started) {
            kill(each);
        }
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    /** On a machine that is busy 800 files take a while. */
    private static void await(BooleanSupplier condition) throws InterruptedException {
        CamelRoutesTest.await(condition, 300);
    }

    /** The process that is killed. */
    public static void main(String[] args) throws InterruptedException {
        String in = args[0];
        DefaultRoutingContext context = new DefaultRoutingContext();
        context.addRoutes(route -> {
            route.from("camel:file:" + in + "/in?delete=true&initialDelay=0&delay=10")
                    .to("seda:work");
            route.from("seda:work?concurrentConsumers=2").to("camel:file:" + in + "/out");
        });
        context.run();
    }

    private Process start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileKillTest.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        started.add(process);
        return process;
    }

    private long count(String name) {
        try (Stream<Path> files = Files.list(Files.createDirectories(folder.resolve(name)))) {
            return files.filter(Files::isRegularFile).count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void k2_noFileIsLostWhenTheProcessIsKilled() throws Exception {
        int kills = Integer.getInteger("mehari.kills", 1);
        for (int kill = 0; kill < kills; kill++) {
            Path in = Files.createDirectories(folder.resolve("in"));
            for (int i = 0; i < FILES; i++) {
                Files.writeString(in.resolve(kill + "-" + i), "text " + kill + "-" + i);
            }
            Process process = start();
            long enough = (long) FILES * kill + 1 + (FILES / 4 + kill * 97) % (FILES / 2);
            await(() -> count("out") >= enough || !process.isAlive());
            kill(process);
            Process again = start();
            long all = (long) FILES * (kill + 1);
            await(() -> (count("out") == all && count("in") == 0) || !again.isAlive());
            kill(again);
            assertThat(count("out")).as(Files.readString(folder.resolve("log"))).isEqualTo(all);
        }
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            for (Path each : files.toList()) {
                assertThat(each).hasContent("text " + each.getFileName());
            }
        }
    }
}
