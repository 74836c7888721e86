package io.mehari;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers of processed and failed parts of a split with {@code maxFailedRecords} or {@code errorThreshold}. */
public final class SplitResult {
    private final int totalItems;
    private final int processedItems;
    private final int failureCount;
    private final List<Failure> failures;
    private final boolean aborted;

    /**
     * @param failures the first of the failures; null is the same as an empty list
     */
    public SplitResult(
            int totalItems, int processedItems, int failureCount, @Nullable List<Failure> failures, boolean aborted) {
        this.totalItems = totalItems;
        this.processedItems = processedItems;
        this.failureCount = failureCount;
        this.failures = failures == null ? List.of() : List.copyOf(failures);
        this.aborted = aborted;
    }

    /** The failure of a part, and the index of that part, from 0. */
    public record Failure(int index, Exception exception) {}

    /** The number of parts of a collection or an array; for other values, the number of parts that were created. */
    public int getTotalItems() {
        return totalItems;
    }

    /** The number of parts that were done when the split ended. */
    public int getProcessedItems() {
        return processedItems;
    }

    public int getSuccessCount() {
        return processedItems - failureCount;
    }

    public int getFailureCount() {
        return failureCount;
    }

    /** The failures in the order in which they were counted; the first 1,000 if there are more. */
    public List<Failure> getFailures() {
        return failures;
    }

    /** Whether the split ended before its last part, because too many had failed. */
    public boolean isAborted() {
        return aborted;
    }

    @Override
    public String toString() {
        return "SplitResult[total=" + totalItems + ", processed=" + processedItems + ", success=" + getSuccessCount()
                + ", failures=" + failureCount + ", aborted=" + aborted + "]";
    }
}
