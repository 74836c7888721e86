package io.mehari.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(written, true, StandardCharsets.UTF_8);
    private final Main main = new Main("shop", stream, stream);

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
        main.addRoutes(r -> r.from("timer:once?delay=0&repeatCount=1")
                .process(exchange -> exchange.getContext().stop()));

        assertThat(main.run()).isEqualTo(Main.STOPPED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            orders               | the argument 'orders' is no property; write --name=value
            orders=1             | is no property; did you mean --orders=1? Or else write --name=value
            -orders=1            | did you mean --orders=1?
            --orders             | did you mean --orders=VALUE?
            --config             | did you mean --config=FILE?
            --=x                 | the argument '--=x' is no property; write --name=value
            --mehari.profil=dev  | there is no property mehari.profil; did you mean 'mehari.profile'? Known: mehari.
            --mehari.jmx=yes     | the property mehari.jmx is wrong: it must be true or false, not yes
            --mehari.shutdown-timeout=45 | it must be a time with its unit, such as 500ms, 45s, 2m or 1h, not 45
            --routes=xml         | There is no format 'xml' for routes: use text, json or mermaid
            --config=none.properties | /none.properties: check --config
            """)
    void whatIsWrongIsNamed(String argument, String message) {
        assertThat(main.run(argument)).isEqualTo(Main.MISUSED);
        assertThat(errors()).startsWith("shop: ").contains(message);
        assertThat(main.context().isStopped()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void helpListsTheArgumentsAndStartsNothing(String argument) {
        assertThat(main.run("--orders.in=x", argument)).isEqualTo(Main.STOPPED);
        assertThat(errors()).startsWith("shop: Arguments: ").contains("--config=FILE", "  mehari.shutdown-timeout");
        assertThat(main.context().isStopped()).isTrue();
    }

    @Test
    void aMissingPropertyIsAskedForAsAnArgument() {
        main.addRoutes(r -> r.from("direct:{{orders.in}}").to("log:a"));

        assertThat(main.run("--order.in=x")).isEqualTo(Main.FAILED);
        assertThat(errors())
                .contains(
                        "There is no value for {{orders.in}} in direct:{{orders.in}}; did you mean 'order.in', which is"
                                + " there? Or else give the argument --orders.in=VALUE, or set it in the environment or"
                                + " in application.properties");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --routes         | context shop: status Stopped, inflight 0, pending 0, completed 0, failed 0
            --routes=json    | {"kind":"context","name":"shop",
            --routes=mermaid | flowchart TB
            """)
    void s6_routesArePrintedWithoutAStart(String argument, String beginning) {
        main.addRoutes(r -> r.from("timer:orders").to("log:{{sink}}"));

        assertThat(main.run(argument, "--sink=orders")).isEqualTo(Main.STOPPED);
        assertThat(errors()).startsWith(beginning).contains("timer:orders", "log:orders");
        assertThat(main.context().isStopped()).isTrue();
    }

    @Test
    void aRouteThatCannotStartFailsTheRun() {
        main.addRoutes(r -> r.from("direct:{{orders.in}}").to("log:out"));

        assertThat(main.run()).isEqualTo(Main.FAILED);
        assertThat(errors()).startsWith("shop could not start: ").contains("There is no value for {{orders.in}}");
        assertThat(main.context().isStopped()).isTrue();
    }

    /** An endpoint without a URI, which cannot be described. */
    private static final class Nameless extends Endpoint {
        Nameless(RoutingContext context) {
            setRoutingContext(context);
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void s4_theLookForMistypedArgumentsFailsNoStart() throws Exception {
        RoutingContext context = main.context();
        context.addRoutes(r -> r.from("direct:a").to(new Nameless(context)));
        assertThatIllegalStateException().isThrownBy(context::describe);

        MainProperties.of("--order.in=x").warnOfMistyped(context);
    }

    @Test
    void routesAreNotDescribedForAStartWithoutArguments() {
        AtomicInteger described = new AtomicInteger();
        main.addRoutes(r -> {
            r.from("timer:once?delay=0&repeatCount=1")
                    .process(exchange -> main.context().stop());
            r.from("direct:a").filter(new Predicate() {
                @Override
                public boolean matches(Exchange exchange) {
                    return true;
                }

                @Override
                public String toString() {
                    described.incrementAndGet();
                    return "a condition";
                }
            });
        });

        assertThat(main.run()).isEqualTo(Main.STOPPED);
        assertThat(described.get()).isZero();
    }

    @Test
    void routesThatThrowAnErrorFailTheRun() {
        main.addRoutes(r -> {
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
