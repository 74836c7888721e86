/**
 * Two small maps that can be used without the rest of Mehari: {@link io.mehari.collect.CaseInsensitiveMap} for names
 * from the network, {@link io.mehari.collect.FlatMap} for a handful of properties. Both keep insertion order, copy on
 * write, and cost one flat array while they are small.
 */
package io.mehari.collect;
