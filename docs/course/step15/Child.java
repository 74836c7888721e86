package step15;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Prints the bytes per call of each variant. Runs in a new JVM, with the flags in question and an empty profile. */
final class Child {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 2_400;
    private static final int BATCHES = 16;

    private static final Exchange EXCHANGE = new Exchange();
    private static final Before.Processor[] BEFORE = {Before.TYPE, Before.TENANT, Before.BOTH};
    private static final After.Processor[] AFTER = {After.TYPE, After.TENANT, After.BOTH};

    @SuppressWarnings("UnusedVariable") // results escape to it
    private static Object result;

    private Child() {}

    private interface Way {
        Object call(int number);
    }

    public static void main(String[] arguments) {
        print("one", number -> Before.send(EXCHANGE, BEFORE[0]));
        print("three", number -> Before.send(EXCHANGE, BEFORE[number % 3]));
        print("one again", number -> Before.send(EXCHANGE, BEFORE[0]));
        print("kept", number -> Before.keep(EXCHANGE));
        print("sometimes", number -> Before.keepOneIn16(EXCHANGE, number));
        print("merged", number -> Before.merged(EXCHANGE, number));
        print("after one", number -> After.send(EXCHANGE, AFTER[0]));
        print("after three", number -> After.send(EXCHANGE, AFTER[number % 3]));
        print("after one again", number -> After.send(EXCHANGE, AFTER[0]));
    }

    private static void print(String name, Way way) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < BATCHES; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int number = 0; number < CALLS; number++) {
                result = way.call(number);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        System.out.println(name + "=" + least / CALLS);
    }
}
