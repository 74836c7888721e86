package io.mehari.woven;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the woven code calls. Everything is static, since woven classes know nothing else. */
@SuppressWarnings("StaticAssignmentOfThrowable") // to know it again
public final class Point {
    /*
     * A thread of Mehari's own begins with an empty stack, of which Mehari needs a few dozen frames. So its stack is
     * full only above code of the user's, which may have called itself many times, or within a route, since routes may
     * call each other in a circle. A StackOverflowError is thrown only there, and not in the few frames for which the
     * code has claimed room.
     */
    private static final String USER = "io.mehari.woven.cases.";
    private static final String ROUTE = "io.mehari.impl.engine.RouteCode.execute";
    private static final int FRAMES_CLAIMED_FOR_ONE = 4;
    private static final int FRAMES_LEFT = 64;
    private static final Map<Thread, Deque<Claim>> CLAIMS = new ConcurrentHashMap<>();
    private static final int LOOKS = 16;
    private static final StackWalker STACK = StackWalker.getInstance();

    private static final int OFF = 0;
    private static final int COUNT = 1;
    private static final int STRIKE = 2;

    private static final int ABANDON = 3;
    private static final int FULL = 4;

    private static volatile int mode = OFF;
    private static AtomicIntegerArray passes = new AtomicIntegerArray(0);
    private static AtomicIntegerArray deep = new AtomicIntegerArray(0);
    private static int target;
    private static int left;
    private static boolean overflow;
    private static int more;
    private static @Nullable Thread thread; // that found the heap full
    private static BitSet needMemory = new BitSet();
    private static volatile @Nullable Thread spared;
    private static @Nullable Error struck;

    private Point() {}

    /** At each point of the woven classes, with its number. */
    public static void at(int point) {
        if (mode != OFF) {
            met(point);
        }
    }

    private static void met(int point) {
        if (Thread.currentThread() == spared && mode != ABANDON) {
            return;
        }
        if (mode == ABANDON) {
            throw new Error("this case is abandoned");
        } else if (mode == FULL) {
            stayFull(point);
        } else if (mode == COUNT) {
            if (passes.incrementAndGet(point) <= LOOKS && deep.get(point) == 0 && mayOverflow()) {
                deep.set(point, 1);
            }
        } else if (point == target && (overflow ? mayOverflow() : !isOfTheSimulation())) {
            strike();
        }
    }

    private static boolean mayOverflow() {
        List<String> stack = stack();
        boolean deep = stack.stream().anyMatch(each -> each.startsWith(USER) || each.startsWith(ROUTE));
        Deque<Claim> claimed = CLAIMS.get(Thread.currentThread());
        return deep && (claimed == null || claimed.stream().noneMatch(each -> each.covers(stack)));
    }

    /** The simulation makes its threads by Mehari's real pools, after it has taken the task. */
    private static boolean isOfTheSimulation() {
        return stack().contains("io.mehari.testing.SimulatedThreads.make");
    }

    /** The methods on the stack, the outermost first. */
    private static List<String> stack() {
        List<String> stack = STACK.walk(frames -> frames.map(each -> each.getClassName() + "." + each.getMethodName())
                .filter(each -> !each.startsWith(Point.class.getName()))
                .collect(Collectors.toCollection(ArrayList::new)));
        Collections.reverse(stack);
        return stack;
    }

    /** A call of StackRoom.claim(): how deep its method is on the stack, and which method is some frames below. */
    private record Claim(int depth, String below, int frames) {
        boolean covers(List<String> stack) {
            int base = depth - FRAMES_LEFT; // the method may have returned: the room is there all the same
            return stack.size() >= base
                    && stack.size() <= depth + frames / FRAMES_CLAIMED_FOR_ONE
                    && (base <= 0 || stack.get(base - 1).equals(below));
        }
    }

    /** After each call of StackRoom.claim(). */
    public static void claimed(int frames) {
        if (mode == STRIKE && overflow) {
            List<String> stack = stack();
            Deque<Claim> claimed = CLAIMS.computeIfAbsent(Thread.currentThread(), any -> new ArrayDeque<>());
            claimed.removeIf(each -> each.depth >= stack.size());
            int base = stack.size() - FRAMES_LEFT;
            claimed.push(new Claim(stack.size(), base <= 0 ? "" : stack.get(base - 1), frames));
        }
    }

    private static void stayFull(int point) {
        synchronized (Point.class) {
            if (mode != FULL || thread != Thread.currentThread() || !needMemory.get(point)) {
                return;
            }
            if (--more <= 0) {
                mode = OFF;
            }
        }
        throw new OutOfMemoryError("woven again");
    }

    private static void strike() {
        Error error;
        synchronized (Point.class) {
            if (mode != STRIKE || --left > 0) {
                return;
            }
            mode = more > 0 ? FULL : OFF;
            thread = Thread.currentThread();
            error = overflow ? new StackOverflowError("woven") : new OutOfMemoryError("woven");
            struck = error;
        }
        throw error;
    }

    /** Nothing is counted or thrown on this thread: the judge's. */
    static void spare(@Nullable Thread thread) {
        spared = thread;
    }

    /** Which points need memory. */
    static synchronized void needMemory(BitSet points) {
        needMemory = points;
    }

    /** Counts from now on how often each point is passed. */
    static synchronized void count(int points) {
        passes = new AtomicIntegerArray(points);
        deep = new AtomicIntegerArray(points);
        mode = COUNT;
    }

    /** Ends the counting. */
    static synchronized int[] counted() {
        mode = OFF;
        int[] counted = new int[passes.length()];
        for (int i = 0; i < counted.length; i++) {
            counted[i] = passes.get(i);
        }
        return counted;
    }

    /** Whether the stack may be full at that point, as far as the last counting has seen. */
    static boolean isDeep(int point) {
        return deep.get(point) == 1;
    }

    /**
     * Lets the point throw once, the n-th time that it is passed from now on.
     *
     * @param thenMore how many points that need memory throw after it, on the same thread: the heap stays full
     */
    static synchronized void arm(int point, int pass, boolean stackOverflow, int thenMore) {
        if (mode == ABANDON) {
            return;
        }
        CLAIMS.clear();
        target = point;
        left = pass;
        more = thenMore;
        overflow = stackOverflow;
        struck = null;
        mode = STRIKE;
    }

    /** Ends what abandon() has begun. */
    static synchronized void reset() {
        mode = OFF;
    }

    /** For the judge, who passes no point while it waits. */
    public static void failIfAbandoned() {
        if (mode == ABANDON) {
            throw new Error("this case is abandoned");
        }
    }

    /** Each point throws from now on. */
    static synchronized void abandon() {
        mode = ABANDON;
    }

    /** Nothing is thrown any more. Returns what was thrown, if anything was. */
    static synchronized @Nullable Error disarm() {
        if (mode != ABANDON) {
            mode = OFF;
        }
        return struck;
    }
}
