package io.mehari.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Main main = new Main("shop", new PrintStream(written, true, StandardCharsets.UTF_8));

    private String errors() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theProcessFinishesItsMessageWhenItIsToldToEnd() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Service.class.getName(),
                "--mehari.route-times=true");
        builder.environment().put("ORDERS_PERIOD", "1000");
        builder.redirectErrorStream(true);
        Process process = builder.start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                if (line.startsWith("begun")) {
                    process.toHandle().destroy(); // SIGTERM
                }
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(lines).contains("begun, timed: true", "done");
        assertThat(process.exitValue()).isEqualTo(128 + 15);
    }

    @Test
    void aStopFromWithinEndsTheRunWell() {
        main.routes(r -> r.from("timer:once?delay=0&repeatCount=1")
                .process(exchange -> exchange.getContext().stop()));

        assertThat(main.run()).isEqualTo(Main.STOPPED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            orders               | the argument 'orders' is no property; write --name=value
            --=x                 | the argument '--=x' is no property; write --name=value
            --mehari.profil=dev  | there is no property mehari.profil; did you mean 'mehari.profile'?
            --mehari.jmx=yes     | the property mehari.jmx is wrong: it must be true or false, not yes
            --mehari.shutdown-timeout=45 | it must be a time such as 500ms, 45s, 2m or 1h, not 45
            --config=none.properties | the properties in none.properties cannot be read
            """)
    void whatIsWrongIsNamed(String argument, String message) {
        assertThat(main.run(argument)).isEqualTo(Main.MISUSED);
        assertThat(errors()).startsWith("shop: ").contains(message);
        assertThat(main.context().isStopped()).isTrue();
    }

    @Test
    void aRouteThatCannotStartFailsTheRun() {
        main.routes(r -> r.from("direct:{{orders.in}}").to("mock:out"));

        assertThat(main.run()).isEqualTo(Main.FAILED);
        assertThat(errors()).startsWith("shop could not start: ").contains("There is no value for {{orders.in}}");
        assertThat(main.context().isStopped()).isTrue();
    }

    @Test
    void routesThatThrowAnErrorFailTheRun() {
        main.routes(r -> {
            throw new NoClassDefFoundError("shop/Orders");
        });

        assertThat(main.run()).isEqualTo(Main.FAILED);
        assertThat(errors()).startsWith("shop could not start: ").contains("shop/Orders");
        assertThat(main.context().isStopped()).isTrue();
    }

    @Test
    void argumentsComeBeforeSystemPropertiesBeforeTheFile(@TempDir Path folder) throws IOException {
        Path config = folder.resolve("shop.properties");
        Files.writeString(
                config, "main.test.a=file\nmain.test.b=file\nmain.test.c=K\u00fcste\nmehari.shutdown-timeout=2m\n");
        System.setProperty("main.test.a", "system");
        System.setProperty("main.test.b", "system");
        try {
            MainProperties properties = MainProperties.of("--config=" + config, "--main.test.a=argument");

            assertThat(properties.get("main.test.a")).isEqualTo("argument");
            assertThat(properties.get("main.test.b")).isEqualTo("system");
            assertThat(properties.get("main.test.c")).isEqualTo("K\u00fcste");
            assertThat(properties.get("main.test.d")).isNull();
            properties.applyTo(main.context());
            assertThat(main.context().getShutdownStrategy().getTimeout()).isEqualTo(Duration.ofMinutes(2));
        } finally {
            System.clearProperty("main.test.a");
            System.clearProperty("main.test.b");
        }
    }
}
