package io.mehari.scenarios;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Records each object that is allocated in this JVM, by the flight recorder. It needs {@code -XX:-UseTLAB}: then each
 * allocation goes the long way and is an event, so that nothing is estimated. What the compiler does without is not
 * counted, since it is not allocated.
 *
 * <p>Make it before the warm-up: the JVM throws compiled code away when a recorder starts.
 */
public final class AllocationRecorder implements AutoCloseable {
    private static final String ALLOCATION = "jdk.ObjectAllocationOutsideTLAB";
    private static final String DATA_LOSS = "jdk.DataLoss";

    private final Recording recording = new Recording();

    /** Starts the recorder; it records no object yet. */
    public AllocationRecorder() {
        recording.enable(DATA_LOSS);
        recording.start();
    }

    /** Records objects from now on. */
    public void begin() {
        recording.enable(ALLOCATION).withoutStackTrace();
    }

    /** Ends the recording, and counts what was allocated by all threads but this main one and the recorder's. */
    public Allocations end() throws IOException {
        Path file = Files.createTempFile("mehari-objects", ".jfr");
        try {
            recording.stop();
            recording.dump(file);
            return read(file);
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        recording.close();
    }

    private static Allocations read(Path file) throws IOException {
        boolean complete = true;
        Map<String, Allocations.Sum> sums = new HashMap<>();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(DATA_LOSS)) {
                    complete = false;
                } else if (event.getEventType().getName().equals(ALLOCATION) && counts(event.getThread())) {
                    sums.computeIfAbsent(
                                    typeName(event.getClass("objectClass").getName()), name -> new Allocations.Sum())
                            .add(event.getLong("allocationSize"));
                }
            }
        }
        return new Allocations(sums, complete);
    }

    /** Neither the recorder's threads, nor the one that waits. */
    private static boolean counts(@Nullable RecordedThread thread) {
        String name = thread == null ? "JFR " : String.valueOf(thread.getJavaName());
        return !name.startsWith("JFR ") && !name.equals("main");
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
