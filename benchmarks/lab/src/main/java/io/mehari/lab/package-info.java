/**
 * The lab compares a framework before and after a change. Both sides run the same operations, in separate JVMs. This
 * package has the engine; each folder of {@code benchmarks/lab/experiments} is an experiment.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.lab;
