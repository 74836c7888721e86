package course;

import java.util.function.Supplier;
import org.openjdk.jol.info.GraphLayout;

/**
 * What one call of an operation costs. It allocates some bytes; a part of them stays reachable from its result, in a
 * number of new objects, and the rest is garbage when the call returns.
 */
public record Cost(long allocated, long reachable, long objects) {

    public static Cost of(Supplier<?> operation) {
        long allocated = Bytes.of(operation);
        Cost last = null;
        for (int i = 0; i < 20; i++) {
            Cost cost = of(allocated, operation.get(), operation.get());
            if (cost.equals(last)) {
                return cost;
            }
            last = cost; // the collector may have moved objects while JOL walked: two that agree are right
        }
        throw new AssertionError("what is reachable is not the same in two calls: " + last);
    }

    /** Reachable from the second result but not from the first: what they share is not new. */
    private static Cost of(long allocated, Object first, Object second) {
        GraphLayout both = GraphLayout.parseInstance(first, second);
        GraphLayout shared = GraphLayout.parseInstance(first);
        return new Cost(allocated, both.totalSize() - shared.totalSize(), both.totalCount() - shared.totalCount());
    }

    /** An operation without garbage: all that it allocates stays. */
    public static Cost ofAll(long bytes, long objects) {
        return new Cost(bytes, bytes, objects);
    }

    @Override
    public String toString() {
        return allocated + " B, " + reachable + " B (" + objects + ")";
    }
}
