package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.processor.aggregate.GroupedBodyAggregationStrategy;
import io.mehari.processor.aggregate.GroupedExchangeAggregationStrategy;
import io.mehari.processor.aggregate.StringAggregationStrategy;
import io.mehari.processor.aggregate.UseLatestAggregationStrategy;
import io.mehari.processor.aggregate.UseOriginalAggregationStrategy;

/**
 * Creates the ready-made strategies for aggregators, splits and multicasts. If one of several parts has failed, the
 * result has that failure.
 */
public final class AggregationStrategies {

    private AggregationStrategies() {}

    /** Keeps the latest message; see {@link UseLatestAggregationStrategy} for two exceptions. */
    public static AggregationStrategy useLatest() {
        return new UseLatestAggregationStrategy();
    }

    /** Keeps the message that was split or multicast, unchanged; in an aggregator, the first message of the group. */
    public static AggregationStrategy useOriginal() {
        return useOriginal(true);
    }

    /** Like {@link #useOriginal()}. With false, failures of parts are ignored. */
    public static AggregationStrategy useOriginal(boolean propagateException) {
        return new UseOriginalAggregationStrategy(propagateException);
    }

    /** Creates a list of all bodies; see {@link GroupedBodyAggregationStrategy}. */
    public static AggregationStrategy groupedBody() {
        return new GroupedBodyAggregationStrategy();
    }

    /** Creates a list of copies of all exchanges; see {@link GroupedExchangeAggregationStrategy}. */
    public static AggregationStrategy groupedExchange() {
        return new GroupedExchangeAggregationStrategy();
    }

    /** Concatenates all bodies as strings. */
    public static StringAggregationStrategy string() {
        return string("");
    }

    /** Concatenates all bodies as strings with a delimiter between them. A null body is left out. */
    public static StringAggregationStrategy string(String delimiter) {
        Arguments.check(delimiter, "string", "delimiter", "a text, which may be empty");
        return new StringAggregationStrategy().delimiter(delimiter);
    }
}
