package io.mehari.scenarios.fork;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A separate JVM for one measurement, with the jars of one release of a peer. */
public final class Child {
    /** The JVM flags of every child. */
    public static final String FLAGS = "-Xms1g -Xmx1g";

    private static final int KEPT_LINES = 40;
    private static final long PATIENCE_MILLIS = 3000;

    private final Process process;
    private final Deque<String> others = new ArrayDeque<>();

    private Child(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param jdk the folder of the JDK to run
     * @param peers the folder with a folder of jars for each peer
     * @param flags additional JVM flags
     */
    static Child start(Path jdk, Path peers, Contender contender, List<String> flags, Class<?> main, List<String> args)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin").resolve("java").toString());
        command.addAll(List.of(FLAGS.split(" ", -1)));
        command.addAll(flags);
        String more = System.getProperty("mehari.flags"); // the flags with which ./bench profiles
        if (more != null) {
            command.add(more.replace("{}", contender.id()));
        }
        String ours = System.getProperty("java.class.path");
        String jars = contender.jars();
        command.add("-cp");
        command.add(jars == null ? ours : peers.resolve(jars).resolve("*") + File.pathSeparator + ours);
        command.add(main.getName());
        command.addAll(args);
        return start(command);
    }

    /** Starts a JVM with that command. Its first word is the program. */
    public static Child start(List<String> command) throws IOException {
        return new Child(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Passes its output to the listener until it has ended. Returns the exit code. */
    public int read(Consumer<Fields> listener) throws IOException, InterruptedException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Fields fields = Fields.of(line);
                if (fields != null) {
                    listener.accept(fields);
                } else {
                    others.addLast(line);
                    if (others.size() > KEPT_LINES) {
                        others.removeFirst();
                    }
                }
            }
        }
        return process.waitFor();
    }

    /** The last output lines that are not measurements, such as error messages. */
    public String complaints() {
        return String.join("\n", others);
    }

    /** Asks the JVM to end, and kills it if it does not. */
    public void end() throws InterruptedException {
        // destroy() of the process object would close the output, which must still be read
        process.toHandle().destroy();
        if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
    }
}
