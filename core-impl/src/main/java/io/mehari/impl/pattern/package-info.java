/**
 * The steps for patterns: split, multicast, recipient list, enrich, wire tap, delay, throttle, threads and idempotent
 * consumer. Each is a {@link io.mehari.impl.engine.Step}; those that run children one after the other share {@link
 * io.mehari.impl.pattern.Fan}, and those that run them in parallel {@link io.mehari.impl.pattern.ParallelFan}.
 */
package io.mehari.impl.pattern;
