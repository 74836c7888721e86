package course;

import java.util.function.Supplier;
import org.openjdk.jol.info.GraphLayout;

/** What one call of an operation allocates, and how many objects its result keeps that were not there before. */
public record Cost(long bytes, long objects) {

    public static Cost of(Supplier<?> operation) {
        return new Cost(Bytes.of(operation), objects(operation));
    }

    /** What a second result adds to what the first one reaches: what both share was not made for them. */
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
