package io.mehari.builder;

import io.mehari.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that run once for each part. Each part is an exchange of its own. */
public final class SplitDefinition extends FanDefinition<SplitDefinition> {
    private final Expression parts;
    private @Nullable String delimiter = ",";
    private int group;
    private int maxFailed;
    private double threshold;

    SplitDefinition(ProcessorDefinition<?> parent, Expression parts) {
        super(parent);
        this.parts = parts;
    }

    /**
     * The delimiter at which a string is split, {@code ","} by default; null, or the string {@code "false"}, does not
     * split strings. It has no effect on other values, except that with the string {@code "single"} any value is one
     * part.
     */
    public SplitDefinition delimiter(@Nullable String delimiter) {
        if (delimiter != null && delimiter.isEmpty()) {
            throw new IllegalArgumentException("delimiter(\"\") is empty: a delimiter has at least one character,"
                    + " and delimiter(null) keeps texts whole");
        }
        this.delimiter = "false".equals(delimiter) ? null : delimiter;
        return this;
    }

    /** Groups this many elements into one part, whose body is a list. The last part may have fewer. */
    public SplitDefinition group(int group) {
        if (group < 1) {
            throw new IllegalArgumentException("group(" + group + ") must be at least 1");
        }
        this.group = group;
        return this;
    }

    /**
     * Tolerates failures of parts, but ends the split with a failure when this many parts have failed; 0 means no
     * limit. A tolerated failure is the property {@code Exchange.EXCEPTION_CAUGHT} of the part that the strategy gets.
     * After the split, the property {@code Exchange.SPLIT_RESULT} of the message is a {@link io.mehari.SplitResult}.
     */
    public SplitDefinition maxFailedRecords(int maxFailed) {
        if (maxFailed < 0) {
            throw new IllegalArgumentException("maxFailedRecords(" + maxFailed + ") is negative; 0 means no limit");
        }
        this.maxFailed = maxFailed;
        return this;
    }

    /**
     * Like {@link #maxFailedRecords}, but the limit is a fraction of the parts that are done so far: with 0.5, the
     * split ends when half of them have failed. So a failure of the first part ends it. If both limits are set, the one
     * that is reached first applies.
     */
    public SplitDefinition errorThreshold(double threshold) {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException(
                    "errorThreshold(" + threshold + ") must be from 0 to 1, such as 0.1 for a tenth; 0 means no limit");
        }
        this.threshold = threshold;
        return this;
    }

    private Node.@Nullable Tolerance tolerance() {
        if (maxFailed == 0 && threshold == 0) {
            return null;
        }
        if (stopsOnException()) {
            throw new IllegalArgumentException("split(...): stopOnException() ends it at the first failure, and"
                    + " maxFailedRecords and errorThreshold tolerate some: leave one of them out");
        }
        return new Node.Tolerance(maxFailed, threshold);
    }

    @Override
    SplitDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Split(parts, delimiter, group, tolerance(), fan(), List.copyOf(steps()));
    }
}
