package io.mehari.lab.fork;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
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
final class ObjectRecorder implements AutoCloseable {
    private static final String ALLOCATION = "jdk.ObjectAllocationOutsideTLAB";
    private static final String DATA_LOSS = "jdk.DataLoss";

    /** Places in these classes say less than those that call them. */
    private static final Pattern JDK =
            Pattern.compile("^(java|javax|jdk|sun|com\\.sun)\\.|^io\\.mehari\\.lab\\.fork\\.|\\$\\$Lambda");

    private static final int CALLERS = 3;

    private final Recording recording = new Recording();

    /** Starts the recorder, which records no objects yet. */
    ObjectRecorder() {
        recording.enable(DATA_LOSS);
        recording.start();
    }

    /** Records objects from now on. */
    void begin() {
        recording.enable(ALLOCATION).withStackTrace();
    }

    /**
     * What is allocated at one place.
     *
     * @param type the class of the objects
     * @param at the method, the first on the stack that is not the JDK's
     * @param line the file and line in it
     * @param from its callers
     */
    record Site(String type, String at, String line, String from) {}

    /**
     * Ends the recording. Returns objects and bytes of each place, of all threads except this main thread and those of
     * the recorder; nothing if events were lost, since then the counts are wrong.
     */
    Map<Site, long[]> end() throws IOException {
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

    private static Map<Site, long[]> read(Path file) throws IOException {
        Map<Site, long[]> sites = new HashMap<>();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                String kind = event.getEventType().getName();
                if (kind.equals(DATA_LOSS)) {
                    return Map.of();
                }
                if (kind.equals(ALLOCATION) && counts(event.getThread())) {
                    long[] sums = sites.computeIfAbsent(site(event), each -> new long[2]);
                    sums[0]++;
                    sums[1] += event.getLong("allocationSize");
                }
            }
        }
        return sites;
    }

    private static Site site(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        List<RecordedFrame> frames = stack == null
                ? List.of()
                : stack.getFrames().stream()
                        .filter(ObjectRecorder::isOfTheFramework)
                        .toList();
        String type = typeName(event.getClass("objectClass").getName());
        if (frames.isEmpty()) {
            return new Site(type, "the JDK", "", "");
        }
        RecordedFrame first = frames.get(0);
        String from = frames.stream()
                .map(ObjectRecorder::method)
                .distinct()
                .skip(1)
                .limit(CALLERS)
                .collect(Collectors.joining(", "));
        return new Site(type, method(first), "line " + first.getLineNumber(), from);
    }

    private static boolean isOfTheFramework(RecordedFrame frame) {
        return frame.isJavaFrame()
                && !JDK.matcher(frame.getMethod().getType().getName()).find();
    }

    /** As in {@code URISupport.normalizeUri}: classes of a framework have names that tell them apart. */
    private static String method(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        String method = frame.getMethod().getName();
        return type.replaceFirst(".*\\.", "") + (method.equals("<init>") ? "" : "." + method);
    }

    private static boolean counts(@Nullable RecordedThread thread) {
        String name = thread == null ? "JFR " : String.valueOf(thread.getJavaName());
        return !name.startsWith("JFR ") && !name.equals("main");
    }

    /** A class name as in source code: {@code byte[]} for {@code [B}. Leaves out the number of a hidden class. */
    private static String typeName(String name) {
        try {
            return name.startsWith("[")
                    ? Class.forName(name).getTypeName()
                    : name.replaceFirst("\\$\\$Lambda.*", "\\$\\$Lambda");
        } catch (ClassNotFoundException hidden) {
            return name;
        }
    }
}
