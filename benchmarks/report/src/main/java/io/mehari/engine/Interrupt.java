package io.mehari.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ctrl-C ends the JVMs that run, and starts no more. The main thread then has some seconds to print what has been
 * measured: {@link Turns} have no next element, {@link Child#run} returns, and the program goes on to its table.
 */
public final class Interrupt {
    private static final long PATIENCE_MILLIS = 15_000;
    private static final int CODE = 130; // of a shell, after Ctrl-C
    private static final Set<Child> CHILDREN = ConcurrentHashMap.newKeySet();

    private static volatile boolean happened;
    private static boolean installed;

    private Interrupt() {}

    /** Whether Ctrl-C was pressed. */
    public static boolean happened() {
        return happened;
    }

    /**
     * Ends this JVM. After Ctrl-C, System.exit would wait for the hook, which waits for the caller.
     *
     * @param code the exit code if there was no Ctrl-C
     */
    public static void exit(int code) {
        if (happened) {
            Runtime.getRuntime().halt(CODE);
        }
        System.exit(code);
    }

    /** The child ends at Ctrl-C, at once if that has already happened. The first caller is the thread that prints. */
    static void add(Child child) {
        install();
        CHILDREN.add(child);
        if (happened) {
            child.kill();
        }
    }

    static void remove(Child child) {
        CHILDREN.remove(child);
    }

    private static synchronized void install() {
        if (installed) {
            return;
        }
        installed = true;
        Thread main = Thread.currentThread();
        Thread hook = new Thread(
                () -> {
                    happened = true;
                    // In parallel: each child may need seconds to end.
                    CHILDREN.parallelStream().forEach(Child::end);
                    try {
                        main.join(PATIENCE_MILLIS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "end-of-measurement");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            happened = true;
        }
    }
}
