package step19;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Finds the lines of a program that allocate, with the JDK's flight recorder. */
public final class Finder {

    private Finder() {}

    // region find
    /** Runs the program and returns the lines of this package that made objects, with the classes of most bytes. */
    public static Map<String, String> find(String folder, Runnable program) throws IOException {
        Path file = Files.createTempFile("allocations", ".jfr");
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.ObjectAllocationSample")
                    .with("throttle", "1000/s")
                    .withStackTrace();
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
            return lines(folder, RecordingFile.readAllEvents(file));
        } finally {
            Files.delete(file);
        }
    }

    private static Map<String, String> lines(String folder, List<RecordedEvent> events) {
        Map<String, Map<String, Long>> bytes = new TreeMap<>();
        for (RecordedEvent event : events) {
            String line = line(folder, event);
            RecordedClass made = event.getClass("objectClass");
            if (line != null && made != null) {
                bytes.computeIfAbsent(line, any -> new HashMap<>())
                        .merge(made.getName(), event.getLong("weight"), Long::sum);
            }
        }
        Map<String, String> lines = new TreeMap<>();
        bytes.forEach((line, classes) ->
                lines.put(line, classes.keySet().stream().sorted().toList().toString()));
        return lines;
    }

    /** The innermost frame that is ours: what the JDK allocates is allocated for us. */
    private static String line(String folder, RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return null;
        }
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith(folder + ".") && !type.contains("Finder") && !type.contains("Test")) {
                return type + "." + frame.getMethod().getName() + ", line " + frame.getLineNumber();
            }
        }
        return null;
    }
    // endregion

    /** Sends ten million messages with the code of "before", and prints the lines that allocate. */
    public static void main(String... arguments) throws IOException {
        Before program = new Before();
        find("step19", () -> {
                    for (int i = 0; i < 10_000_000; i++) {
                        program.send("direct:orders", "body");
                    }
                })
                .forEach((line, classes) -> System.out.println(line + "\n    " + classes));
    }
}
