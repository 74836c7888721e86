package io.mehari.subjects.run;

import io.mehari.engine.Better;
import io.mehari.engine.Child;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Jvm;
import io.mehari.engine.Progress;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.engine.Turns;
import io.mehari.engine.Usage;
import io.mehari.subjects.Contender;
import io.mehari.subjects.Flow;
import io.mehari.subjects.Scenario;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * What do four idle queues cost, each with a route? Measures the processor time of whole processes and of their Java
 * threads, and their resident memory. A process without a queue is measured too, because the JVM itself is never
 * completely idle. Expected: the threads use no processor time, and the process uses less than a thousandth of one
 * processor more than the process without a queue.
 */
@Command(name = "./bench idle", description = "Processor time and resident memory of four idle queues.")
public final class Idle implements Callable<Integer> {
    private static final String NONE = "none";
    private static final List<String> PAIRS = List.of(
            NONE,
            "mehari seda",
            "mehari disruptor",
            "camel-4.22.0 seda",
            "camel-disruptor-4.17.0 disruptor",
            "vertx-5.2.3 seda",
            "spring-integration-7.1.2 seda");
    private static final int QUEUES = 4;
    private static final int WARM_UP_MESSAGES = 1000;
    private static final double SETTLE_SECONDS = 3;

    @Mixin
    private final CommonOptions options = new CommonOptions();

    /** See {@code ./bench idle --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new Idle(), args);
    }

    private record Cell(String subject, Path jdk, List<Fields> lines) {
        List<Double> samples(String field) {
            return lines.stream().map(each -> each.number(field)).toList();
        }

        String range(String field) {
            List<Double> values = samples(field);
            return String.format(
                    Locale.ROOT,
                    "%.3f - %.3f",
                    Statistics.range(values).low(),
                    Statistics.range(values).high());
        }
    }

    @Override
    public Integer call() throws Exception {
        int rounds = options.rounds(2);
        List<Cell> cells = new ArrayList<>();
        for (Path jdk : options.jdks()) {
            for (String each : options.subjects(PAIRS)) {
                if (each.equals(NONE) || Peers.isThere(each.split(" ", -1)[0])) {
                    cells.add(new Cell(each, jdk, new ArrayList<>()));
                }
            }
        }
        Progress progress = Progress.of(cells.size() * rounds);
        for (Cell each : Turns.of(cells, rounds)) {
            progress.begin(each.subject);
            String[] words = (each.subject + " -").split(" ", -1);
            Jvm jvm = Jvm.of(each.jdk, Run.class).named(each.subject.replace(' ', '-'));
            jvm = each.subject.equals(NONE) ? jvm : Peers.first(jvm, words[0]);
            jvm.heap("64m").arguments(words[0], words[1], String.valueOf(options.seconds(10, 0.2)));
            try (Child child = jvm.start()) {
                child.run(each.lines::add);
            }
        }
        progress.end();
        Table table = Table.of("JDK", "subject")
                .numbers("process, % of one processor", "its Java threads", "resident MB, heap of 64 MB");
        Figures figures = new Figures("Idle queues", "-Xms64m -Xmx64m");
        for (Cell each : cells) {
            if (!each.lines.isEmpty()) {
                Figures.Of whose = new Figures.Of("idle", each.subject, each.jdk);
                figures.add(whose, "% of a processor", Better.LESS, each.samples("process"));
                figures.add(whose, "% of a processor, Java threads", Better.LESS, each.samples("threads"));
                figures.add(whose, "resident MB", Better.LESS, each.samples("resident"));
                table.add(
                        Figures.jdk(each.jdk),
                        each.subject,
                        each.range("process"),
                        each.range("threads"),
                        each.range("resident"));
            }
        }
        System.out.println("\nA process with " + QUEUES + " idle queues\n\n" + table);
        figures.write(options);
        return 0;
    }

    /** Measures one subject in this JVM. */
    static final class Run {
        private static final Path THREADS = Path.of("/proc/self/task");

        private Run() {}

        /** Arguments: subject, queue, seconds. */
        public static void main(String[] args) throws Exception {
            if (!args[0].equals(NONE)) {
                Scenario queue = Scenario.of(args[1] + "/1-1");
                for (int i = 0; i < QUEUES; i++) {
                    new Flow(Contender.of(args[0]).maker().get(), queue, queue.sink()).batch(WARM_UP_MESSAGES);
                }
            }
            double seconds = Double.parseDouble(args[2]);
            Thread.sleep((long) (1000 * Math.min(SETTLE_SECONDS, seconds)));
            long process = processNanos();
            long threads = threadNanos();
            long begin = System.nanoTime();
            Thread.sleep((long) (1000 * seconds));
            double elapsed = System.nanoTime() - begin;
            new Fields("idle")
                    .number("process", 100 * (processNanos() - process) / elapsed)
                    .number("threads", 100 * (threadNanos() - threads) / elapsed)
                    .number("resident", Usage.memory("self", "VmRSS"))
                    .print();
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }

        /** The processor time of all Java threads except this one, without the threads of the JVM itself. */
        private static long threadNanos() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long mine = Thread.currentThread().getId();
            return Arrays.stream(threads.getAllThreadIds())
                    .filter(id -> id != mine)
                    .map(threads::getThreadCpuTime)
                    .sum();
        }

        /** Of all threads, those of the JVM too. Linux has it in nanoseconds; the JDK has it in steps of 10 ms. */
        private static long processNanos() throws IOException {
            if (!Files.isDirectory(THREADS)) {
                return Usage.cpu();
            }
            long sum = 0;
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
                for (Path each : threads) {
                    String numbers = Files.readString(each.resolve("schedstat"));
                    sum += Long.parseLong(numbers.substring(0, numbers.indexOf(' ')));
                }
            }
            return sum;
        }
    }
}
