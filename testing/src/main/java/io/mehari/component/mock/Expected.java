package io.mehari.component.mock;

import io.mehari.Exchange;
import io.mehari.spi.Threading;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The expectations of a mock, and their comparison with the received messages. */
final class Expected {
    static final int ANY = -1;
    static final String NOT_SATISFIED = "NOT SATISFIED: ";

    private final String mock;
    private final Arrivals arrivals;
    private final Supplier<String> elsewhere;
    private final List<Expectation> expectations = new CopyOnWriteArrayList<>();
    final List<MockValueBuilder> unfinished = new CopyOnWriteArrayList<>();
    private final List<Runnable> tests = new CopyOnWriteArrayList<>();
    volatile int count = ANY;
    volatile int minimum = ANY;
    volatile long minimumWaitMillis;
    volatile long assertPeriodMillis;
    volatile boolean failFast = true;

    /** @param elsewhere for a mock that got nothing, those that got something */
    Expected(String mock, Arrivals arrivals, Supplier<String> elsewhere) {
        this.mock = mock;
        this.elsewhere = elsewhere;
        this.arrivals = arrivals;
    }

    void add(Expectation expectation) {
        expectations.add(expectation);
    }

    /** Adds an expectation in place of an earlier one of its kind. */
    void replace(Expectation expectation) {
        expectations.removeIf(each -> each.getClass() == expectation.getClass());
        expectations.add(expectation);
    }

    void add(Runnable test) {
        tests.add(test);
    }

    /** The complaint about an arriving message; null if there is none, or if it is to be reported only at the end. */
    @Nullable
    String complaintAbout(long index, Exchange exchange) {
        if (failFast && !expectations.isEmpty()) {
            for (Expectation each : expectations) {
                String complaint = each.complaintAbout(index, exchange);
                if (complaint != null) {
                    return complaint;
                }
            }
        }
        return null;
    }

    // ---- comparison

    /**
     * Waits for the expected messages, then compares.
     *
     * @param emptyMillis how long to wait for messages that must not come
     */
    void check(long waitMillis, long emptyMillis) throws InterruptedException {
        if (!unfinished.isEmpty()) {
            fail(unfinished.get(0) + ": there is no condition; add one, such as isEqualTo(\"express\")", null);
        }
        long begin = Threading.nanoTime();
        long needed = needed();
        arrivals.await(count == 0 ? 1 : needed, count == 0 ? emptyMillis : waitMillis);
        long waitedMillis = TimeUnit.NANOSECONDS.toMillis(Threading.nanoTime() - begin);
        compare(needed == 0 ? "" : " within " + waitedMillis + " ms");
        if (needed > 0 && waitedMillis < minimumWaitMillis) {
            fail(
                    "expected the messages to take " + minimumWaitMillis + " ms or more, but they took " + waitedMillis,
                    null);
        }
        if (assertPeriodMillis > 0) {
            arrivals.await(count == ANY ? Long.MAX_VALUE : count + 1L, assertPeriodMillis);
            compare(" in the " + assertPeriodMillis + " ms after that");
        }
    }

    /** Whether as many messages have come in time as the expectations need; compares nothing. */
    boolean awaitNeeded(long millis) throws InterruptedException {
        long needed = needed();
        arrivals.await(needed, millis);
        return arrivals.received() >= needed;
    }

    private long needed() {
        long needed = Math.max(0, Math.max(count, minimum));
        for (Expectation each : expectations) {
            needed = Math.max(needed, each.needed());
        }
        return needed;
    }

    private @Nullable String complaint(String when) {
        String complaint = arrivals.complaint();
        if (complaint == null) {
            complaint = countComplaint(when);
        }
        if (complaint == null) {
            Arrivals.Received received = arrivals.snapshot();
            for (Expectation each : expectations) {
                complaint = complaint == null ? each.complaint(received) : complaint;
            }
        }
        return complaint;
    }

    private void compare(String when) {
        String complaint = complaint(when);
        if (complaint != null) {
            fail(complaint, null);
        }
        runTests();
    }

    /** What has come so far, and the first messages, in few lines. */
    String soFar() {
        String complaint = complaint("");
        String text = complaint != null
                ? NOT_SATISFIED + complaint
                : (isAny() ? "satisfied" : "nothing was expected") + ", received " + arrivals.received();
        return mock + ": " + text + Shown.few(arrivals.snapshot());
    }

    private @Nullable String countComplaint(String when) {
        long received = arrivals.received();
        if (count != ANY && received != count) {
            return "expected " + messages(count) + ", but received " + received + when;
        }
        if (received < minimum) {
            return "expected " + messages(minimum) + " or more, but received " + received + when;
        }
        return null;
    }

    private static String messages(int count) {
        return count == 0 ? "no message" : count == 1 ? "1 message" : count + " messages";
    }

    private void runTests() {
        for (Runnable each : tests) {
            try {
                each.run();
            } catch (AssertionError e) {
                fail(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Whether something is expected; what expects nothing is satisfied by anything. */
    boolean isAny() {
        return count != ANY || minimum != ANY || !expectations.isEmpty() || !tests.isEmpty() || !unfinished.isEmpty();
    }

    void fail(String complaint, @Nullable Throwable cause) {
        String others = arrivals.received() == 0 ? elsewhere.get() : "";
        throw new AssertionError(
                mock + ": " + complaint + others + System.lineSeparator() + Shown.messages(arrivals.snapshot()), cause);
    }
}
