package io.mehari.woven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proof holds for some cases, and tells when a guard is missing. */
@Timeout(600) // a limit of two minutes ended cases that held, on two busy processors
class WovenTest {
    private static final Path SOURCES = Path.of("..", "..", "components-queue", "src", "main", "java");

    @Test
    void s4_anErrorAtOnePointBreaksNothing() throws Exception {
        Woven woven = new Woven();
        woven.cases = 300;
        assertThat(woven.holds()).isTrue();
    }

    /** Where an Error once broke something that random cases find only now and then. */
    @ParameterizedTest
    @CsvSource({
        "'throttle,running', .*Throttle.*",
        "'disruptor-request-later,running', .*DefaultProducerTemplate.*",
        "'poll,running', .*(QueuePollingConsumer|DefaultExchange.setFromEndpoint).*",
        "'poll,starting', .*endpoint[.]Endpoints.*",
        "'seda-topic,controlled,pooled', .*(Subscribers|SharedQueue).*"
    })
    void s4_anErrorAtAnyPointOfTheseMethodsBreaksNothing(String shape, String methods) throws Exception {
        Session session = Woven.session(false, 0);
        assertThat(session.runAll(shape, methods)).isEmpty();
        assertThat(session.struck()).isPositive();
    }

    /** It is called while a failure is handled, so what it throws would leave a message in flight for ever. */
    @Test
    void s4_addingAFailureToAnotherThrowsNothingWhileTheHeapIsFull() throws Exception {
        Weaver weaver = new Weaver(Exempt.read());
        WovenLoader loader = new WovenLoader(weaver);
        loader.initializeAll();
        Method add =
                loader.loadClass("io.mehari.impl.base.Suppressed").getMethod("add", Throwable.class, Throwable.class);
        BitSet needMemory = new BitSet();
        weaver.places().stream()
                .filter(each -> each.kind().needsMemory())
                .forEach(each -> needMemory.set(each.number()));
        Point.needMemory(needMemory);
        Point.spare(null); // the cases of other tests had spared this thread
        int struck = 0;
        for (Place each : weaver.places()) {
            if (each.kind().needsMemory() && each.where().contains(".base.Suppressed.")) {
                for (int more = 0; more < 20; more++) {
                    Point.arm(each.number(), 1, false, more);
                    add.invoke(null, new Exception("first"), new Exception("second"));
                    struck += Point.disarm() == null ? 0 : 1;
                }
            }
        }
        assertThat(struck).isPositive();
    }

    /** What ends a message after an Error in the frames between a queue and its route: its sender may wait. */
    @Test
    void s4_aMissingGuardIsTold(@TempDir Path folder) throws Exception {
        Path type = Path.of("io", "mehari", "component", "queue", "QueueConsumer.java");
        String guard = "refused(exchange, e);";
        String source = Files.readString(SOURCES.resolve(type));
        assertThat(source).as("the guard to take out").contains(guard);
        Path changed = folder.resolve("src").resolve(type);
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, source.replace(guard, ""));
        Path planted = Files.createDirectories(folder.resolve("planted"));
        compile(changed, planted);

        assertThat(run(planted, "--cases", "300", "--shapes", "seda-request,running"))
                .contains("a sender waits")
                .contains("groups of failures");
    }

    private static void compile(Path source, Path to) {
        List<String> arguments = List.of(
                "-d",
                to.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-nowarn",
                "-proc:none",
                source.toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static String run(Path planted, String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                planted + java.io.File.pathSeparator + System.getProperty("java.class.path"),
                Woven.class.getName()));
        command.addAll(List.of(arguments));
        Process program = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = program.getInputStream()) {
            String text = new String(output.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            program.waitFor();
            return text;
        }
    }
}
