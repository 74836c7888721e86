/**
 * The lab: compares a framework as it is with the framework after a change, on the same operations, in JVMs of their
 * own. The engine is here; each folder of {@code benchmarks/lab/experiments} is an experiment.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.lab;
