package io.mehari.spi.internal;

import io.mehari.AggregationStrategy;

/**
 * A strategy that only reads its second argument if it has a first one: it changes nothing of it, keeps nothing of it
 * but its body, and returns the first one. So an aggregator need not copy the message for it. Whoever writes such a
 * strategy may change what it does later, so only final classes of Mehari say this of themselves.
 */
public interface OnlyReads extends AggregationStrategy {}
