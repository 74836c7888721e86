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

/** A JVM of its own for one measurement, with the jars of one release of a peer. */
public final class Child {
    /** With which each of them is started. */
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
     * @param jdk on this JDK
     * @param peers the folder with a folder of jars for each peer
     * @param flags more of them, for the JVM
     */
    static Child start(Path jdk, Path peers, Contender contender, List<String> flags, Class<?> main, List<String> args)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin").resolve("java").toString());
        command.addAll(List.of(FLAGS.split(" ", -1)));
        command.addAll(flags);
        String more = System.getProperty("mehari.flags"); // what bench profiles with
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

    /** Starts a JVM by that command, whose first word is the program. */
    public static Child start(List<String> command) throws IOException {
        return new Child(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Passes on what it prints until it has ended, and returns the code it ended with. */
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

    /** The last lines that were no measurement: what it complained of. */
    public String complaints() {
        return String.join("\n", others);
    }

    /** Asks it to end, and makes it when it does not. */
    public void end() throws InterruptedException {
        process.toHandle().destroy(); // the process itself would close what is still to be read
        if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
    }
}
