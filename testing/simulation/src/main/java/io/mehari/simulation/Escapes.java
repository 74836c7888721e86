package io.mehari.simulation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Uncaught exceptions: those that ended a thread, and those that a thread reported. Names of threads begin with the
 * name of their context.
 */
final class Escapes {
    private static final Map<String, Ledger> WATCHED = new ConcurrentHashMap<>();

    static {
        Thread.setDefaultUncaughtExceptionHandler(Escapes::caught);
    }

    private Escapes() {}

    static void watch(String context, Ledger ledger) {
        WATCHED.put(context, ledger);
    }

    static void forget(String context) {
        WATCHED.remove(context);
    }

    private static void caught(Thread thread, Throwable failure) {
        String name = thread.getName();
        int end = name.indexOf('-');
        Ledger ledger = WATCHED.get(end < 0 ? name : name.substring(0, end));
        if (ledger == null) {
            System.err.println("Thread " + name + " died of " + failure);
        } else if (!failure.getClass().getName().startsWith("io.mehari.testing.")) {
            ledger.complain(Judge.ESCAPED, failure + " escaped on " + name);
        }
    }
}
