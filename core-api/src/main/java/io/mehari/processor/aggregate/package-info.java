/**
 * Ready-made strategies that merge messages, for {@code aggregate}, {@code split}, {@code multicast}, {@code
 * recipientList} and {@code enrich}. {@link io.mehari.builder.AggregationStrategies} creates them, too.
 *
 * <p>A strategy has settings, and no state: one object may serve several routes. Set it up before its route starts.
 * Everything that it gathers is in the aggregate, which belongs to one thread at a time; see {@link
 * io.mehari.AggregationStrategy}.
 */
package io.mehari.processor.aggregate;
