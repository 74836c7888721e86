package io.mehari.impl;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Checks law S2 during every test of the modules that have this class on their class path. A test fails if a shared
 * thread waits where it must not.
 */
public final class SharedThreadsWatch implements BeforeEachCallback, AfterTestExecutionCallback, AfterEachCallback {
    /*
     * Registered by META-INF/services. One thread looks while a test runs, and once more at its end, while its contexts
     * are still there. What it finds in a test belongs to that test, since tests run one after the other.
     */
    private static final long LOOK_AGAIN_MILLIS = 50;

    private static final SharedThreadsSample SAMPLE = new SharedThreadsSample();
    private static final Queue<String> FOUND = new ArrayDeque<>();
    private static boolean watching; // guarded by the class, as FOUND is

    static {
        Thread looking = new Thread(SharedThreadsWatch::lookOnAndOn, "shared-threads-watch");
        looking.setDaemon(true);
        looking.start();
    }

    /** Whether the test that asks is watched. */
    public static synchronized boolean isWatching() {
        return watching;
    }

    private static void lookOnAndOn() {
        try {
            while (true) {
                Thread.sleep(LOOK_AGAIN_MILLIS);
                lookOnce();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(!mayBlock(context));
    }

    static synchronized void begin(boolean watched) {
        FOUND.clear();
        watching = watched;
    }

    private static boolean mayBlock(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), BlocksSharedThreads.class)
                || AnnotationSupport.isAnnotated(context.getRequiredTestClass(), BlocksSharedThreads.class);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        lookOnce();
    }

    static synchronized void lookOnce() {
        if (watching) {
            FOUND.addAll(SAMPLE.take());
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end();
    }

    static synchronized void end() {
        watching = false;
        String first = FOUND.peek();
        FOUND.clear(); // the same wait may have been found twice
        if (first != null) {
            throw new AssertionError("Law S2: " + first);
        }
    }
}
