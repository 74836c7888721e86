package io.mehari.lab.worse;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums numbers; if a class named Worse exists, it makes this operation cost more. The other operation shares nothing
 * with it: no compiled code, and no garbage that would evict its data from the caches.
 */
public final class Sums implements Workload {
    private static final int STEPS = 2000;

    private final int extra = extra();
    private long state = 1;

    private static int extra() {
        try {
            return Class.forName("io.mehari.lab.worse.Worse").getField("EXTRA").getInt(null);
        } catch (ReflectiveOperationException notThere) {
            return 0;
        }
    }

    @Override
    public void start(Operations operations) {
        operations.add("sum of a list", () -> sum(100 + extra));
        operations.add("untouched", this::scramble);
    }

    private Object scramble() {
        for (int i = 0; i < STEPS; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        return this;
    }

    private static Object sum(int numbers) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < numbers; i++) {
            list.add(i);
        }
        int sum = 0;
        for (int each : list) {
            sum += each;
        }
        return List.of(list, sum);
    }
}
