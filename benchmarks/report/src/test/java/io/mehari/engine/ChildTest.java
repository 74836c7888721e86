package io.mehari.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A measuring JVM says what it measured, why it failed, and never outlives its measurement. */
@Timeout(60)
class ChildTest {

    /** The program of all children in this test. */
    static final class Program {
        public static void main(String... args) throws Exception {
            switch (args[0]) {
                case "measures" -> {
                    System.out.println("a warning of the JVM");
                    new Fields("total")
                            .number("messages", 12)
                            .text("what", "two\twords")
                            .print();
                    new Fields("end").number("nanos", 1.5).print();
                }
                case "fails" -> {
                    System.err.println("no such peer");
                    System.exit(3);
                }
                case "hangs" -> {
                    System.out.println("hanging");
                    new CountDownLatch(1).await();
                }
                case "serves" ->
                    Commands.serve(words -> {
                        if (words[0].equals("die")) {
                            System.exit(7);
                        }
                        return new Fields("sum").number("sum", Integer.parseInt(words[0]) + Integer.parseInt(words[1]));
                    });
                // Starts another JVM, says its id, and waits for it like a measurement.
                case "measurement" -> {
                    Child child = jvm("hangs").start();
                    new Fields("started").number("pid", child.pid()).print();
                    child.run(line -> {});
                    new Fields("table")
                            .truth("interrupted", Interrupt.happened())
                            .print();
                    Interrupt.exit(0);
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private static Jvm jvm(String... arguments) {
        Path jdk = Path.of(System.getProperty("java.home"));
        return Jvm.of(jdk, Program.class).named("subject").heap("32m").arguments(arguments);
    }

    @Test
    void itsLinesArePassedOnAndOthersAreKept() throws Exception {
        List<String> lines = new ArrayList<>();
        try (Child child = jvm("measures").start()) {
            int code = child.read(line -> lines.add(line.toString()));
            assertThat(code).isZero();
            assertThat(child.complaints()).contains("a warning of the JVM");
        }
        assertThat(lines).containsExactly("@ total\tmessages=12\twhat=two words", "@ end\tnanos=1.5");
    }

    @Test
    void oneThatFailsSaysItsLastLines() throws Exception {
        try (Child child = jvm("fails").start()) {
            assertThatThrownBy(() -> child.run(line -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("subject has ended with 3", "no such peer");
        }
    }

    @Test
    void oneThatHangsIsEnded() throws Exception {
        try (Child child = jvm("hangs").patience(Duration.ofSeconds(2)).start()) {
            assertThatThrownBy(() -> child.run(line -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("subject has printed nothing for 2 s", "hanging");
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void itAnswersCommandsAndSaysWhichFailed() throws Exception {
        try (Child child = jvm("serves").start()) {
            assertThat(child.ask("2 3").number("sum")).isEqualTo(5);
            assertThatThrownBy(() -> child.ask("2 x"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("subject has failed: 2 x: java.lang.NumberFormatException");
            assertThat(child.ask("4 5").number("sum")).isEqualTo(9);
            assertThatThrownBy(() -> child.ask("die"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("subject has ended with 7");
        }
    }

    @Test
    void ctrlCEndsTheChildAndTheTableIsPrinted() throws Exception {
        List<Fields> lines = new ArrayList<>();
        try (Child measurement = jvm("measurement").start()) {
            long child = (long) measurement.answer().number("pid");
            ProcessHandle.of(measurement.pid()).orElseThrow().destroy(); // as Ctrl-C: shutdown hooks run
            int code = measurement.read(lines::add);
            assertThat(code).isEqualTo(130);
            ProcessHandle.of(child)
                    .ifPresent(each ->
                            each.onExit().orTimeout(10, TimeUnit.SECONDS).join());
        }
        assertThat(lines).extracting(Fields::toString).containsExactly("@ table\tinterrupted=true");
    }

    @Test
    void theCommandHasAllThatMatters() {
        List<String> command = Jvm.of(Path.of("jdk"), Program.class)
                .named("camel")
                .peers("camel-4.22.0")
                .after("taskset", "-c", "0")
                .flags("-XX:+UseParallelGC")
                .arguments("a")
                .command();
        assertThat(command)
                .startsWith("taskset", "-c", "0", "jdk/bin/java", "-Xms1g", "-Xmx1g")
                .contains("-XX:+UseParallelGC")
                .endsWith(Program.class.getName(), "a");
        assertThat(command.get(command.indexOf("-cp") + 1))
                .startsWith(Jvm.peersFolder() + "/camel-4.22.0/*" + File.pathSeparator);
    }
}
