package io.mehari.scenarios.fork;

import io.mehari.scenarios.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Starts JVMs one after the other, until everything is measured or {@link #end} is called. */
public final class Forks {
    private static final long PATIENCE_MILLIS = 15_000;
    private static final int INTERRUPTED = 130;

    private final Path peers;
    private @Nullable Child current;
    private boolean ended;

    /** Creates an object that finds the jars of each peer in a subfolder of that folder. */
    public Forks(Path peers) {
        this.peers = peers;
    }

    /** Creates an object for the project in the folder {@code mehari.root}. */
    public static Forks ofProject() {
        return new Forks(root().resolve("benchmarks/target/peers"));
    }

    /** The folder of the project, which the scripts pass as the system property {@code mehari.root}. */
    public static Path root() {
        return Path.of(System.getProperty("mehari.root", "")).toAbsolutePath();
    }

    /** The folder of the peers' jars. */
    public Path peers() {
        return peers;
    }

    /** Whether the jars of the contender exist. */
    public boolean hasJarsOf(Contender contender) {
        String jars = contender.jars();
        return jars == null || Files.isDirectory(peers.resolve(jars));
    }

    /** The things in the order A B B A, so that a machine that slows down does so for all. */
    public static <T> List<T> thereAndBack(List<T> things, int rounds) {
        List<T> turn = new ArrayList<>(things);
        List<T> order = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            order.addAll(turn);
            Collections.reverse(turn);
        }
        return order;
    }

    /** Seconds as the argument of a fork. */
    public static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f", seconds);
    }

    /** Starts a JVM; null if {@link #end} was called. */
    public synchronized @Nullable Child start(
            Path jdk, Contender contender, List<String> flags, Class<?> main, List<String> arguments)
            throws IOException {
        if (ended) {
            return null;
        }
        Child child = Child.start(jdk, peers, contender, flags, main, arguments);
        current = child;
        return child;
    }

    /** Whether {@link #end} was called. */
    public synchronized boolean isEnded() {
        return ended;
    }

    /** Starts no more JVMs, and ends the current one. Returns when that has ended. */
    public void end() throws InterruptedException {
        Child child;
        synchronized (this) {
            ended = true;
            child = current;
        }
        if (child != null) {
            child.end();
        }
    }

    /** If {@link #end} was called, ends this JVM with the exit code that a shell uses after Ctrl-C. */
    public void haltIfEnded() {
        if (isEnded()) {
            Runtime.getRuntime().halt(INTERRUPTED); // not exit(): the shutdown hook waits for this thread
        }
    }

    /** Makes Ctrl-C call {@link #end}, and gives the calling thread time to print the values measured so far. */
    public void endAtInterrupt() {
        Thread main = Thread.currentThread();
        Runnable end = () -> {
            try {
                end();
                main.join(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        Runtime.getRuntime().addShutdownHook(new Thread(end, "end-of-measurement"));
    }
}
