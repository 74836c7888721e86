package io.mehari.scenarios;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Counts which objects one subject allocates for a message, class by class, in this JVM and once: {@code ObjectCount
 * camel-4.22.0 camel-23686/flat-out 2}, with so many seconds of warm-up. Prints a line of {@link Fields} for each class
 * ({@code class}), and one for all ({@code objects}).
 *
 * <p>It needs {@code -XX:-UseTLAB}: then each allocation goes the long way and is an event of the flight recorder, so
 * that nothing is estimated. What the compiler does without is not counted, since it is not allocated.
 */
public final class ObjectCount {
    private static final String ALLOCATION = "jdk.ObjectAllocationOutsideTLAB";
    private static final String DATA_LOSS = "jdk.DataLoss";

    /** A multiple of what belongs together. */
    private static final int MESSAGES = 20 * Payload.RING;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Variation variation;
    private final Subject subject;
    private final Tally tally;
    private final Object[] bodies;
    private final List<Object> list;
    private long sent;

    private ObjectCount(Subject subject, Variation variation) {
        this.subject = subject;
        this.variation = variation;
        tally = new Tally(variation);
        bodies = Payload.ring(variation, 0);
        list = List.of(bodies);
    }

    /** Arguments: subject, scenario, seconds of warm-up. */
    public static void main(String[] args) throws Exception {
        Variation variation = Variation.of(args[1]);
        ObjectCount count = new ObjectCount(Contender.of(args[0]).maker().get(), variation);
        for (Fields line : count.count(Double.parseDouble(args[2]))) {
            System.out.println(line);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** So many objects of one class, and their bytes. */
    private static final class Sum {
        long objects;
        long bytes;
    }

    private List<Fields> count(double warmUp) throws Exception {
        subject.start(variation, tally);
        Map<String, Sum> sums = new HashMap<>();
        boolean complete;
        Path file = Files.createTempFile("mehari-objects", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(DATA_LOSS);
            recording.start(); // before the warm-up: the JVM throws compiled code away when a recorder starts
            sendFromAnotherThread(1, System.nanoTime() + (long) (warmUp * 1e9));
            recording.enable(ALLOCATION).withoutStackTrace();
            sendFromAnotherThread(MESSAGES / Payload.RING, System.nanoTime());
            recording.stop();
            recording.dump(file);
            complete = read(file, sums);
        } finally {
            Files.delete(file);
        }
        subject.close();
        return lines(sums, complete);
    }

    /** This thread only waits, so that what it allocates need not count. */
    private void sendFromAnotherThread(int least, long until) throws Exception {
        FutureTask<Integer> sending = new FutureTask<>(() -> {
            int rings = 0;
            while (rings < least || System.nanoTime() - until < 0) {
                sendRing();
                rings++;
            }
            return rings;
        });
        new Thread(sending, "sender").start();
        sent += (long) sending.get() * Payload.RING;
        awaitAll();
    }

    private void sendRing() throws Exception {
        if (variation.sendsLists()) {
            subject.send(list);
            return;
        }
        for (Object each : bodies) {
            subject.send(each);
        }
    }

    private void awaitAll() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        long[] all = {sent};
        for (Verdict now = tally.verdict(variation, all); !now.right(); now = tally.verdict(variation, all)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(now.wrong());
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    /** Whether the recorder kept everything. */
    private static boolean read(Path file, Map<String, Sum> sums) throws IOException {
        boolean complete = true;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(DATA_LOSS)) {
                    complete = false;
                } else if (counts(event.getThread())) {
                    Sum sum = sums.computeIfAbsent(
                            typeName(event.getClass("objectClass").getName()), name -> new Sum());
                    sum.objects++;
                    sum.bytes += event.getLong("allocationSize");
                }
            }
        }
        return complete;
    }

    /** Neither the recorder's threads, nor the one that waits. */
    private static boolean counts(@Nullable RecordedThread thread) {
        String name = thread == null ? "JFR " : String.valueOf(thread.getJavaName());
        return !name.startsWith("JFR ") && !name.equals("main");
    }

    private List<Fields> lines(Map<String, Sum> sums, boolean complete) {
        List<Map.Entry<String, Sum>> sorted = new ArrayList<>(sums.entrySet());
        sorted.sort(Comparator.comparingLong((Map.Entry<String, Sum> each) -> each.getValue().bytes)
                .reversed());
        List<Fields> lines = new ArrayList<>();
        long objects = 0;
        long bytes = 0;
        for (Map.Entry<String, Sum> each : sorted) {
            Sum sum = each.getValue();
            objects += sum.objects;
            bytes += sum.bytes;
            lines.add(perMessage("class", sum.objects, sum.bytes).text("type", each.getKey()));
        }
        lines.add(perMessage("objects", objects, bytes).truth("complete", complete));
        return lines;
    }

    private static Fields perMessage(String kind, long objects, long bytes) {
        return new Fields(kind)
                .number("objects", (double) objects / MESSAGES)
                .number("bytes", (double) bytes / MESSAGES);
    }

    /** As in a source: {@code byte[]} for {@code [B}; and without the number of a hidden class. */
    static String typeName(String name) {
        int lambda = name.indexOf("$$Lambda");
        if (lambda >= 0) {
            return name.substring(0, lambda) + "$$Lambda";
        }
        int dimensions = name.lastIndexOf('[') + 1;
        if (dimensions == 0) {
            return name;
        }
        String element = name.substring(dimensions);
        String plain = element.startsWith("L") ? element.substring(1).replace(";", "") : primitive(element.charAt(0));
        return plain + "[]".repeat(dimensions);
    }

    private static String primitive(char code) {
        return switch (code) {
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            default -> "double";
        };
    }
}
