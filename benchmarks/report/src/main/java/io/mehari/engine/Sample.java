package io.mehari.engine;

/**
 * One measured value.
 *
 * @param value of one JVM or one round
 * @param state of the processors while it was measured; {@link Gauge.State#NEAR} for a value on one thread
 */
public record Sample(double value, Gauge.State state) {}
