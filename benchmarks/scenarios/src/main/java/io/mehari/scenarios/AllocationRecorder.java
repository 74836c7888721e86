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
 * Records each object that is allocated in this JVM, with JDK Flight Recorder. It needs {@code -XX:-UseTLAB}: then each
 * allocation takes the slow path and is an event, so nothing is estimated. Objects that the compiler removes are not
 * allocated, so they are not counted.
 *
 * <p>Create it before the warm-up: the JVM discards compiled code when a recorder starts.
 */
public final class AllocationRecorder implements AutoCloseable {
    private static final String ALLOCATION = "jdk.ObjectAllocationOutsideTLAB";
    private static final String DATA_LOSS = "jdk.DataLoss";

    private final Recording recording = new Recording();

    /** Starts the recorder, which records no objects yet. */
    public AllocationRecorder() {
        recording.enable(DATA_LOSS);
        recording.start();
    }

    /** Records objects from now on. */
    public void begin() {
        recording.enable(ALLOCATION).withoutStackTrace();
    }

    /** Ends the recording. Counts the allocations of all threads except this main thread and those of the recorder. */
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

    /** Whether a thread counts: not the threads of the recorder, and not the waiting main thread. */
    private static boolean counts(@Nullable RecordedThread thread) {
        String name = thread == null ? "JFR " : String.valueOf(thread.getJavaName());
        return !name.startsWith("JFR ") && !name.equals("main");
    }

    /** A class name as in source code: {@code byte[]} for {@code [B}. Leaves out the number of a hidden class. */
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
