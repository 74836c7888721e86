package io.mehari;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Stops a context when the process gets a signal to end, and keeps the log open meanwhile: see {@link
 * RoutingContext#run}.
 */
public final class ShutdownHook {
    /*
     * The JVM runs all shutdown hooks at the same time. One of them is that of java.util.logging, which closes all log
     * handlers at once: what a stop logs after that is lost. Hooks have no order, but that hook calls reset() of the
     * log manager. So the log manager that keepLog() chooses waits there for these hooks.
     */
    private static final String PROPERTY = "java.util.logging.manager";
    private static final String LOG_MANAGER = "io.mehari.main.WaitingLogManager";
    private static final Set<ShutdownHook> ALL = ConcurrentHashMap.newKeySet();

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    private ShutdownHook(String name, Runnable stop) {
        Runnable task = () -> {
            try {
                stop.run();
            } finally {
                end();
            }
        };
        thread = new Thread(task, name);
    }

    /**
     * Registers a hook.
     *
     * @throws IllegalStateException if the process ends already
     */
    static ShutdownHook add(String name, Runnable stop) {
        ShutdownHook hook = new ShutdownHook(name, stop);
        ALL.add(hook); // first, because the process may begin to end at any moment
        boolean added = false;
        try {
            Runtime.getRuntime().addShutdownHook(hook.thread);
            added = true;
        } finally {
            if (!added) {
                hook.end();
            }
        }
        return hook;
    }

    /** Removes this hook, unless it runs already. */
    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            return; // the process ends: the hook runs, or is about to
        }
        end();
    }

    private void end() {
        ALL.remove(this);
        over.countDown();
    }

    /** If the process ends, waits until all contexts that do so at its end have stopped. */
    public static void awaitAll() throws InterruptedException {
        if (isProcessEnding()) {
            for (ShutdownHook each : ALL) {
                each.over.await();
            }
        }
    }

    /** Whether the process ends: the shutdown hooks run. */
    public static boolean isProcessEnding() {
        try {
            Runtime.getRuntime().removeShutdownHook(Thread.currentThread()); // removes nothing: no hook runs yet
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /**
     * Makes the log of the JDK, {@code java.util.logging}, wait for these hooks when the process ends. Call it before
     * anything is logged, because later it has no effect. It does nothing if the property {@code
     * java.util.logging.manager} is set, or if {@code mehari-core-main}, which has the log manager, is not there. Costs
     * next to nothing: no class of {@code java.util.logging} is loaded.
     */
    public static void keepLog() {
        if (System.getProperty(PROPERTY) == null
                && ShutdownHook.class.getClassLoader() == ClassLoader.getSystemClassLoader()
                && ClassLoader.getSystemResource(LOG_MANAGER.replace('.', '/') + ".class") != null
                && System.getProperty("org.graalvm.nativeimage.imagecode") == null
                && ModuleLayer.boot().findModule("java.logging").isPresent()) {
            System.setProperty(PROPERTY, LOG_MANAGER);
        }
    }
}
