package io.mehari.subjects.run;

import com.sun.management.ThreadMXBean;
import io.mehari.engine.Child;
import io.mehari.engine.Fields;
import io.mehari.engine.Jvm;
import io.mehari.engine.Table;
import io.mehari.subjects.ExchangeNames;
import io.mehari.subjects.ExchangeSubject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.openjdk.jol.info.GraphLayout;

/** The cost of an exchange in several cases, in allocated bytes and retained objects, beside Apache Camel. */
final class ExchangeTable {
    private static final List<String> SUBJECTS = List.of("mehari", "camel-4.22.0");

    private ExchangeTable() {}

    /** Measures and prints, one JVM for each subject and JDK. */
    static void print(List<Path> jdks) throws IOException, InterruptedException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        List<String> heads = new ArrayList<>();
        for (Path jdk : jdks) {
            for (String subject : SUBJECTS) {
                if (Peers.isThere(subject)) {
                    heads.add(subject + ", JDK " + Figures.jdk(jdk));
                    // JOL, which counts the objects, needs these options on JDK 24 and later
                    Jvm jvm = Peers.first(Jvm.of(jdk, Run.class), subject)
                            .flags(
                                    "-XX:+EnableDynamicAgentLoading",
                                    "-Djdk.attach.allowAttachSelf=true",
                                    "-Djol.magicFieldOffset=true")
                            .arguments(subject);
                    try (Child child = jvm.start()) {
                        child.run(
                                line -> rows.computeIfAbsent(line.text("what"), what -> new ArrayList<>(List.of(what)))
                                        .add((long) line.number("bytes") + " (" + (long) line.number("objects") + ")"));
                    }
                }
            }
        }
        Table table = Table.of("bytes (and objects)").numbers(heads);
        rows.values().forEach(table::add);
        System.out.println("\n" + table);
    }

    /** Measures one subject in this JVM. */
    static final class Run {
        private static final int WARM_UP = 20_000;
        private static final int MEASURED = 20_000;
        private static final int BATCHES = 9;

        /** Keeps results reachable, so that the compiler cannot remove an allocation. */
        @SuppressWarnings("UnusedVariable")
        private static volatile Object sink = "";

        private Run() {}

        /** Argument: the subject. */
        public static void main(String[] args) {
            ExchangeSubject exchanges = ExchangeSubject.of(args[0]);
            Object original = exchanges.filled(5, 2);
            exchanges.copy(original); // from here on, its content is marked as shared
            row("new exchange with a body", () -> exchanges.create("body"));
            row("the same with a first header", () -> exchanges.filled(1, 0));
            row("the same with 5 headers, 2 properties", () -> exchanges.filled(5, 2));
            row("a copy of that, which is only read", () -> exchanges.copy(original));
            row("a copy of that, with one header written", () -> {
                Object copy = exchanges.copy(original);
                exchanges.setHeader(copy, ExchangeNames.header(2), "other value");
                return copy;
            });
            row("new exchange with one completion callback, from start to end", () -> {
                Object exchange = exchanges.create("body");
                exchanges.completeOnce(exchange);
                return exchange;
            });
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }

        private static void row(String what, Supplier<Object> made) {
            new Fields("exchange")
                    .text("what", what)
                    .number("bytes", bytes(made))
                    .number("objects", objects(made))
                    .print();
        }

        /** For a call, the minimum of some batches: the first ones may run before compilation is finished. */
        private static long bytes(Supplier<Object> made) {
            for (int i = 0; i < WARM_UP; i++) {
                sink = made.get();
            }
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            for (int batch = 0; batch < BATCHES; batch++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < MEASURED; i++) {
                    sink = made.get();
                }
                least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / MEASURED);
            }
            return least;
        }

        /** Reachable objects that one more result adds: the median, because a walk may find unrelated new objects. */
        private static long objects(Supplier<Object> made) {
            long[] added = new long[BATCHES];
            for (int batch = 0; batch < BATCHES; batch++) {
                Object first = made.get();
                Object second = made.get();
                long one = GraphLayout.parseInstance(first).totalCount();
                added[batch] = GraphLayout.parseInstance(first, second).totalCount() - one;
            }
            Arrays.sort(added);
            return added[BATCHES / 2];
        }
    }
}
