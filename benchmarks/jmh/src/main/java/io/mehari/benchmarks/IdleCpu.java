package io.mehari.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.mehari.report.CommandLine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What do four idle queues cost, each with a route? Measures the processor time of whole processes and of their Java
 * threads. A process without a queue is measured too, because the JVM itself is never completely idle. Expected: the
 * threads use no processor time, and the process uses less than a thousandth of one processor more than the process
 * without a queue.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.IdleCpu [--seconds 10] [--rounds 2] [--jdk a,b] [--subjects
 * …]}
 */
public final class IdleCpu {
    private static final String NONE = "none";
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int QUEUES = 4;
    private static final int WARM_UP_MESSAGES = 1000;
    private static final long SETTLE_MILLIS = 3000;

    private IdleCpu() {}

    public static void main(String[] args) throws Exception {
        CommandLine arguments = CommandLine.of("", "--seconds --rounds --jdk --subjects", args);
        List<String> jdks = arguments.list("--jdk", Forks.thisJdk());
        List<String> subjects = arguments.list(
                "--subjects", NONE + ",mehari-seda,mehari-disruptor,camel-4.22.0-seda,camel-4.17.0-disruptor");
        int rounds = (int) arguments.count("--rounds", 2);
        Forks forks = new Forks(jdks.size() * subjects.size() * rounds);
        List<String> lines = new ArrayList<>();
        for (String jdk : jdks) {
            for (String subject : subjects) {
                List<Double> whole = new ArrayList<>();
                List<Double> threads = new ArrayList<>();
                for (int round = 0; round < rounds; round++) {
                    double[] percents = forks.run(jdk, Fork.class, subject, arguments.text("--seconds", "10"));
                    whole.add(percents[0]);
                    threads.add(percents[1]);
                }
                lines.add(String.format(
                        Locale.ROOT,
                        "| %s | %s | %.3f - %.3f | %.3f - %.3f |",
                        Forks.nameOf(jdk),
                        subject,
                        Collections.min(whole),
                        Collections.max(whole),
                        Collections.min(threads),
                        Collections.max(threads)));
            }
        }
        System.out.printf(
                "%nPercent of one processor that a process with %d idle queues takes in %s s.%n%n",
                QUEUES, arguments.text("--seconds", "10"));
        System.out.println("| JDK | subject | process, least - most | its Java threads |");
        System.out.println("|---|---|---:|---:|");
        lines.forEach(System.out::println);
    }

    /** Measures one subject in this JVM. */
    static final class Fork {
        private Fork() {}

        public static void main(String[] args) throws Exception {
            if (!args[0].equals(NONE)) {
                for (int i = 0; i < QUEUES; i++) {
                    QueueSubject queue = QueueSubject.opened(args[0], 1, new Tally(1));
                    for (int message = 0; message < WARM_UP_MESSAGES; message++) {
                        queue.send(args[0]);
                    }
                }
            }
            Thread.sleep(SETTLE_MILLIS);
            long process = processNanos();
            long threads = threadNanos();
            long begin = System.nanoTime();
            Thread.sleep(1000 * Long.parseLong(args[1]));
            double elapsed = System.nanoTime() - begin;
            Forks.answer(100 * (processNanos() - process) / elapsed, 100 * (threadNanos() - threads) / elapsed);
            System.exit(0);
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

        /**
         * The processor time of all threads, including those of the JVM. Linux has it in nanoseconds; the JDK has it in
         * steps of 10 ms.
         */
        private static long processNanos() throws IOException {
            if (!Files.isDirectory(THREADS)) {
                OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
                return system.getProcessCpuTime();
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
