package io.mehari.benchmarks;

import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.report.Statistics;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * What does a context with ten routes cost at the start of a program? It measures whole processes, in turn with
 * processes whose main does nothing. The answer is the difference of the medians. Loaded classes are counted in
 * separate runs.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.StartUpTimes [runs]}
 */
public final class StartUpTimes {
    private static final int RUNS = 20;
    private static final int ROUTES = 10;

    private StartUpTimes() {}

    /** Starts ten routes, sends a message through each, and stops. */
    static final class TenRoutes {
        private TenRoutes() {}

        public static void main(String[] args) throws Exception {
            try (DefaultRoutingContext context = new DefaultRoutingContext()) {
                context.addRoutes(r -> {
                    for (int i = 0; i < ROUTES; i++) {
                        r.from("direct:" + i)
                                .filter(RouteBuilder.body().isNotNull())
                                .setHeader("seen", RouteBuilder.constant(true))
                                .process(exchange -> exchange.setBody("done"));
                    }
                });
                context.start();
                for (int i = 0; i < ROUTES; i++) {
                    context.createProducerTemplate().sendBody("direct:" + i, "hello");
                }
            }
        }
    }

    /** Does nothing. */
    static final class Nothing {
        private Nothing() {}

        public static void main(String[] args) {}
    }

    public static void main(String[] args) throws Exception {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : RUNS;
        List<Double> nothing = new ArrayList<>();
        List<Double> tenRoutes = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            System.out.printf("\rrun %d of %d ", i + 1, runs);
            nothing.add(millis(Nothing.class));
            tenRoutes.add(millis(TenRoutes.class));
        }
        int classesOfNothing = classes(Nothing.class);
        int classesOfTenRoutes = classes(TenRoutes.class);
        System.out.printf("%n| JDK %s, %d runs | median ms | fastest ms | classes |%n", Runtime.version(), runs);
        System.out.println("|---|---:|---:|---:|");
        print("a main that does nothing", nothing, classesOfNothing);
        print("ten routes started, used and stopped", tenRoutes, classesOfTenRoutes);
        System.out.printf(
                "| difference | %.1f | %.1f | %d |%n",
                Statistics.median(tenRoutes) - Statistics.median(nothing),
                Collections.min(tenRoutes) - Collections.min(nothing),
                classesOfTenRoutes - classesOfNothing);
    }

    private static void print(String what, List<Double> millis, int classes) {
        System.out.printf(
                "| %s | %.1f | %.1f | %d |%n", what, Statistics.median(millis), Collections.min(millis), classes);
    }

    private static double millis(Class<?> main) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        run(main, List.of());
        return (System.nanoTime() - begin) / 1e6;
    }

    private static int classes(Class<?> main) throws IOException, InterruptedException {
        Path log = Files.createTempFile("classes", ".log");
        try {
            run(main, List.of("-Xlog:class+load:file=" + log));
            try (Stream<String> lines = Files.lines(log)) {
                return (int) lines.filter(line -> line.contains(" source: ")).count();
            }
        } finally {
            Files.delete(log);
        }
    }

    private static void run(Class<?> main, List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException(main.getName() + " ended with " + exit);
        }
    }
}
