package io.mehari.impl;

import io.mehari.impl.template.DefaultProducerTemplate;
import io.mehari.impl.threads.DefaultThreadPools;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Takes stack traces of shared threads, and reports those that wait where they must not. */
final class SharedThreadsSample {
    /*
     * Which wait is a fault:
     *
     *     the timer          any but for its next task
     *     the shared pool    for room in a queue, unless a step of the user's sends by a template
     *     a taker            anything in a route that goes on by a reply
     *
     * A stack that ends in a park, a wait or a sleep is certain. A thread that waits for a lock may wait only for the
     * few instructions for which another thread holds it. So this counts only if many samples show the same wait.
     */
    private static final int LONG = 40;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<Long, Wait> inFrontOfLocks = new HashMap<>();

    private record Wait(long number, int samples) {}

    synchronized List<String> take() {
        Thread[] all = new Thread[2 * Thread.activeCount() + 64];
        int count = root().enumerate(all);
        List<String> faults = new ArrayList<>();
        for (Thread each : Arrays.copyOf(all, count)) {
            if (isShared(each.getName()) && each.getState() != Thread.State.RUNNABLE) {
                String fault = fault(each, each.getStackTrace());
                if (fault != null) {
                    faults.add(fault);
                }
            }
        }
        return faults;
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private static boolean isShared(String name) {
        return isTimer(name) || name.contains("-worker-") || isTaker(name);
    }

    private static boolean isTimer(String name) {
        return name.endsWith("-timer");
    }

    private static boolean isTaker(String name) {
        return name.contains("-seda:") || name.contains("-disruptor:");
    }

    private @Nullable String fault(Thread thread, StackTraceElement[] stack) {
        String name = thread.getName();
        boolean ours = isTaker(name) || has(stack, each -> each.getMethodName().equals("runShared"));
        StackTraceElement by = firstOutsideTheJdk(stack);
        if (!ours || by == null) {
            return null;
        }
        boolean waits = isWaiting(stack) && !isInFrontOfLock(stack);
        if (waits && isTimer(name) && !isIdle(by)) {
            return describe("the timer waits", thread, stack);
        }
        if (waits && !isTimer(name) && !isTaker(name) && isForRoom(stack)) {
            return describe("a thread of the shared pool waits for room", thread, stack);
        }
        if (waits && isTaker(name) && isInRepliesRoute(stack)) {
            return describe("a thread that takes from a queue waits in the route of a sender", thread, stack);
        }
        boolean mayNotBlock = isTimer(name) || (!isTaker(name) && !isOfATest(by));
        return mayNotBlock && !waits && !isIdle(by) && isHeldUp(thread)
                ? describe("a shared thread waits for a lock", thread, stack)
                : null;
    }

    private static boolean has(StackTraceElement[] stack, Predicate<StackTraceElement> wanted) {
        return Arrays.stream(stack).anyMatch(wanted);
    }

    private static @Nullable StackTraceElement firstOutsideTheJdk(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(each -> !each.getClassName().startsWith("java.")
                        && !each.getClassName().startsWith("jdk."))
                .findFirst()
                .orElse(null);
    }

    private static boolean isIdle(StackTraceElement by) {
        return by.getClassName().equals(DefaultThreadPools.class.getName())
                && by.getMethodName().equals("runShared");
    }

    private static boolean isWaiting(StackTraceElement[] stack) {
        String top = stack[0].getClassName() + "." + stack[0].getMethodName();
        return top.endsWith("Unsafe.park")
                || top.startsWith("java.lang.Object.wait")
                || top.startsWith("java.lang.Thread.sleep");
    }

    private static boolean isInFrontOfLock(StackTraceElement[] stack) {
        return has(
                stack,
                each -> each.getClassName().startsWith("java.util.concurrent.locks.")
                        && each.getMethodName().equals("lock"));
    }

    private static boolean isForRoom(StackTraceElement[] stack) {
        return has(stack, each -> each.getClassName().equals("io.mehari.component.queue.BlockedSender"))
                && !has(stack, each -> each.getClassName().equals(DefaultProducerTemplate.class.getName()));
    }

    private static boolean isInRepliesRoute(StackTraceElement[] stack) {
        return has(stack, each -> each.getClassName().equals("io.mehari.component.queue.Reply"));
    }

    private static boolean isOfATest(StackTraceElement by) {
        String type = by.getClassName();
        return !type.startsWith("io.mehari.") || type.contains("Test");
    }

    /** Whether it has been in this one wait for a lock in many samples in turn. */
    private boolean isHeldUp(Thread thread) {
        long id = thread.getId();
        ThreadInfo info = threads.getThreadInfo(id);
        if (info == null || info.getThreadState() == Thread.State.RUNNABLE) {
            inFrontOfLocks.remove(id);
            return false;
        }
        long number = info.getBlockedCount() + info.getWaitedCount();
        Wait before = inFrontOfLocks.get(id);
        int samples = before != null && before.number == number ? before.samples + 1 : 1;
        inFrontOfLocks.put(id, new Wait(number, samples));
        return samples >= LONG;
    }

    private static String describe(String what, Thread thread, StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder(what).append(": ").append(thread.getName());
        for (StackTraceElement each : stack) {
            text.append("\n\tat ").append(each);
        }
        return text.toString();
    }
}
