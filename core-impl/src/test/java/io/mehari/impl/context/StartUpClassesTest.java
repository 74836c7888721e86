package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.SinkComponent;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How many classes a JVM loads for a program with ten routes, until it has sent messages and has stopped. The time of a
 * start grows with this number ({@code docs/decisions/031}).
 */
class StartUpClassesTest {
    /** There were 146 when this was written, besides one lambda, the predicate. Three are there for a full heap,
     * three for what is said at a start, or when the process ends. */
    private static final int MOST_CLASSES = 182;

    private static final int MOST_LAMBDAS = 1;
    /** Besides those that a program with one lambda takes: 106 on JDK 17 and 99 on JDK 25. */
    private static final int MOST_OF_THE_JDK = 120;

    private static final String MEHARI = "io.mehari.";
    private static final String LAMBDA = "$$Lambda";

    private static List<String> loaded = List.of();
    private static List<String> loadedAnyway = List.of();

    @BeforeAll
    static void run() throws Exception {
        loaded = loadedBy(TenRoutes.class);
        loadedAnyway = loadedBy(OneLambda.class);
    }

    @Test
    void aSmallProgramLoadsFewClassesOfMehari() {
        assertThat(ofMehari(loaded, false)).hasSizeBetween(100, MOST_CLASSES);
    }

    @Test
    void aSmallProgramMakesFewLambdasInMehari() {
        assertThat(ofMehari(loaded, true)).hasSizeLessThanOrEqualTo(MOST_LAMBDAS);
    }

    @Test
    void aStopLooksAtTheStackWithoutStackWalker() {
        assertThat(loaded).contains(MEHARI + "impl.engine.WithinRoute").doesNotContain("java.lang.StackStreamFactory");
    }

    @Test
    void aProgramWithoutLambdasLoadsNothingForThem() throws Exception {
        assertThat(loadedBy(NoLambda.class))
                .contains(MEHARI + "impl.SinkComponent$Sink")
                .noneMatch(each -> each.contains(LAMBDA))
                .doesNotContain("java.lang.invoke.InnerClassLambdaMetafactory");
    }

    @Test
    void theOptionsOfAnEndpointMakeNoLambda() throws Exception {
        assertThat(loadedBy(Options.class))
                .contains(MEHARI + "impl.convert.ValueConversions")
                .noneMatch(each -> each.startsWith(MEHARI) && each.contains(LAMBDA));
    }

    @Test
    void aSmallProgramLoadsFewClassesOfTheJdkForMehari() {
        List<String> others = others(loaded);
        int anyway = others(loadedAnyway).size();
        assertThat(anyway).isGreaterThan(300);
        assertThat(others)
                .as("the others are among %s classes, of which %s are loaded anyway", others.size(), anyway)
                .hasSizeBetween(anyway, anyway + MOST_OF_THE_JDK);
    }

    private static List<String> ofMehari(List<String> names, boolean lambdas) {
        List<String> some = new ArrayList<>(names);
        some.removeIf(each -> !each.startsWith(MEHARI)
                || each.startsWith(StartUpClassesTest.class.getName())
                || each.contains(LAMBDA) != lambdas);
        return some;
    }

    private static List<String> others(List<String> names) {
        List<String> some = new ArrayList<>(names);
        some.removeIf(each -> each.startsWith(MEHARI));
        return some;
    }

    /** The classes that the JVM says it has loaded; those that are made by a lambda among them. */
    private static List<String> loadedBy(Class<?> program) throws Exception {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xlog:class+load:stdout:none",
                        "-cp",
                        classPath(),
                        program.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(said).isZero();
        List<String> names = new ArrayList<>();
        for (String line : said.lines().toList()) {
            int end = line.indexOf(" source: ");
            if (end > 0) {
                names.add(line.substring(0, end));
            }
        }
        return names;
    }

    /** Mehari and the tests, without what the tests need. */
    static String classPath() throws URISyntaxException {
        Set<String> places = new LinkedHashSet<>();
        for (Class<?> each : List.of(Service.class, DefaultRoutingContext.class, StartUpClassesTest.class)) {
            places.add(Path.of(each.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        return String.join(File.pathSeparator, places);
    }

    /** As that of {@code ./bench start-up}. */
    static final class TenRoutes {
        private TenRoutes() {}

        public static void main(String[] args) throws Exception {
            try (var context = new DefaultRoutingContext()) {
                context.addRoutes(r -> {
                    for (int i = 0; i < 10; i++) {
                        r.from("direct:" + i)
                                .filter(RouteBuilder.body().isNotNull())
                                .setHeader("seen", RouteBuilder.constant(true))
                                .process(exchange -> exchange.setBody("done"));
                    }
                });
                context.start();
                for (int i = 0; i < 10; i++) {
                    context.createProducerTemplate().sendBody("direct:" + i, "hello");
                }
            }
        }
    }

    /** A program that makes no lambda itself. */
    static final class NoLambda extends RouteBuilder implements Processor {
        private NoLambda() {}

        @Override
        public void configure() {
            from("direct:a")
                    .filter(body())
                    .setHeader("seen", constant(true))
                    .setProperty("type", header("type"))
                    .process(this)
                    .choice()
                    .when(exchangeProperty("type"))
                    .to("sink:a")
                    .otherwise()
                    .setBody(simple("${body} of ${header.type}"))
                    .to("sink:b");
        }

        @Override
        public void process(Exchange exchange) {
            exchange.setBody("done");
        }

        public static void main(String[] args) throws Exception {
            try (RoutingContext context = new DefaultRoutingContext()) {
                context.addComponent(new SinkComponent());
                context.addRoutes(new NoLambda());
                context.start();
                context.createProducerTemplate().sendBodyAndHeader("direct:a", "hello", "type", "express");
            }
        }
    }

    /** Endpoints whose options are numbers and times. */
    static final class Options {
        private Options() {}

        public static void main(String[] args) throws Exception {
            try (RoutingContext context = new DefaultRoutingContext()) {
                context.getEndpoint("timer:a?delay=0&period=5000&repeatCount=1");
                context.getEndpoint("log:a?groupSize=10");
            }
        }
    }

    /** What every program with routes does: it has a lambda, and uses the classes of both jars. */
    static final class OneLambda {
        private OneLambda() {}

        public static void main(String[] args) {
            Routes lambda = r -> r.from("direct:x");
            System.setProperty("loaded", lambda + DefaultRoutingContext.class.getName());
        }
    }
}
