package io.mehari.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.RoutingContextExtension;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Without mehari-core-main the core works, and names it where it would be needed. */
class WithoutThisJarTest {

    @Test
    void s5_theCoreNamesTheJarThatDescribes() throws Exception {
        String more = ": note add the artifact io.mehari:mehari-core-main to see more";
        assertThat(linesOf(Described.class))
                .containsExactly(
                        "context shop" + more, "route orders" + more, "java.io.IOException in route orders" + more);
    }

    @Test
    void s5_whatNeedsTheJarIsRefusedAtTheStart() throws Exception {
        String artifact = " needs the artifact io.mehari:mehari-core-main: add it, or call ";
        assertThat(linesOf(SwitchedOn.class))
                .containsExactly(
                        "Context shop: setMessageHistory(true)" + artifact + "setMessageHistory(false), Stopped",
                        "Context shop: setMessageHistory(true) of the profile dev" + artifact
                                + "setMessageHistory(false), Stopped",
                        "Context shop: setTracing(true)" + artifact + "setTracing(false), Stopped",
                        "Context shop: setLifecycleLog(true)" + artifact + "setLifecycleLog(false), Stopped",
                        "Cannot create route late: Context shop: setTracing(true)" + artifact
                                + "setTracing(false), Started");
    }

    /** What a program prints that has the API, the core and these tests alone. */
    private static List<String> linesOf(Class<?> program) throws Exception {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-cp",
                        Stream.of(Exchange.class, DefaultRoutingContext.class, program)
                                .map(WithoutThisJarTest::placeOf)
                                .collect(Collectors.joining(File.pathSeparator)),
                        program.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(said).isZero();
        return said.lines().toList();
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static final class Described {
        private Described() {}

        public static void main(String[] args) {
            DefaultRoutingContext context = new DefaultRoutingContext("shop");
            context.addRoutes(r -> r.from("direct:orders").routeId("orders").to("log:orders"));
            System.out.println(context.describe());
            System.out.println(context.getRoute("orders").describe());
            System.out.println(context.getRoute("orders").explain(new IOException()));
        }
    }

    static final class SwitchedOn {
        private SwitchedOn() {}

        public static void main(String[] args) {
            start(settings -> settings.setMessageHistory(true));
            start(settings -> settings.setProfile("dev"));
            start(settings -> settings.setTracing(true));
            start(settings -> settings.setLifecycleLog(true));
            try (DefaultRoutingContext context = new DefaultRoutingContext("shop")) {
                context.start();
                context.getRoutingContextExtension().setTracing(true);
                context.addRoutes(r -> r.from("direct:late").routeId("late").to("log:late"));
                System.out.println("started");
            } catch (RuntimeException e) {
                System.out.println(e.getMessage() + ", Started");
            }
        }

        private static void start(Consumer<RoutingContextExtension> setting) {
            DefaultRoutingContext context = new DefaultRoutingContext("shop");
            setting.accept(context.getRoutingContextExtension());
            try {
                context.start();
                System.out.println("started");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + ", " + context.getStatus());
            }
        }
    }
}
