/**
 * The lab compares a framework before and after a change. Both sides run the same operations, in separate JVMs. Each
 * folder of {@code benchmarks/lab/experiments} is an experiment; JVMs, turns and the verdict are those of
 * {@code io.mehari.engine}.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.lab;
