package io.mehari.processor.aggregate;

/**
 * Creates a list of copies of all messages. An exchange is its message here, so this is the list that a {@link
 * GroupedExchangeAggregationStrategy} makes, under the name that Camel has for it.
 */
public final class GroupedMessageAggregationStrategy extends GroupedExchangeAggregationStrategy {

    public GroupedMessageAggregationStrategy() {}
}
