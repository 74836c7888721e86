package io.mehari.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What do four idle queues with a route behind each cost? The processor time of whole processes is compared with one that
 * has no queue. Expected: under a thousandth of one processor.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.IdleCpu [--seconds 10] [--rounds 2] [--jdk a,b] [--subjects …]}
 */
public final class IdleCpu {
    private static final String NONE = "none";
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int QUEUES = 4;
    private static final int WARM_UP_MESSAGES = 1000;
    private static final long SETTLE_MILLIS = 3000;

    private IdleCpu() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = new Arguments(
                args,
                "seconds",
                "10",
                "rounds",
                "2",
                "jdk",
                Forks.thisJdk(),
                "subjects",
                NONE + ",mehari-seda,mehari-disruptor,camel-4.22.0-seda,camel-4.17.0-disruptor");
        List<String> jdks = arguments.list("jdk");
        List<String> subjects = arguments.list("subjects");
        int rounds = (int) arguments.number("rounds");
        Forks forks = new Forks(jdks.size() * subjects.size() * rounds);
        List<String> lines = new ArrayList<>();
        for (String jdk : jdks) {
            for (String subject : subjects) {
                List<Double> percents = new ArrayList<>();
                for (int round = 0; round < rounds; round++) {
                    percents.add(forks.run(jdk, Fork.class, subject, arguments.text("seconds"))[0]);
                }
                lines.add(String.format(
                        Locale.ROOT,
                        "| %s | %s | %.3f | %.3f |",
                        Forks.nameOf(jdk),
                        subject,
                        Collections.min(percents),
                        Collections.max(percents)));
            }
        }
        System.out.printf(
                "%nPercent of one processor that a process with %d idle queues takes in %s s.%n%n",
                QUEUES, arguments.text("seconds"));
        System.out.println("| JDK | subject | least | most |");
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
            long cpu = cpuNanos();
            long begin = System.nanoTime();
            Thread.sleep(1000 * Long.parseLong(args[1]));
            Forks.answer(100.0 * (cpuNanos() - cpu) / (System.nanoTime() - begin));
            System.exit(0);
        }

        /** Of all threads, those of the JVM too. Linux knows it to the nanosecond; the JDK counts in steps of 10 ms. */
        private static long cpuNanos() throws IOException {
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
