package course;

import java.util.function.Supplier;
import org.openjdk.jol.info.GraphLayout;

/** The bytes that one call of an operation allocates, and the number of new objects that its result refers to. */
public record Cost(long bytes, long objects) {

    public static Cost of(Supplier<?> operation) {
        return new Cost(Bytes.of(operation), objects(operation));
    }

    /** Objects reachable from the second result but not from the first: shared objects are not counted. */
    private static long objects(Supplier<?> operation) {
        Object first = operation.get();
        Object second = operation.get();
        return GraphLayout.parseInstance(first, second).totalCount()
                - GraphLayout.parseInstance(first).totalCount();
    }

    @Override
    public String toString() {
        return bytes + " B (" + objects + ")";
    }
}
