/**
 * Closed loops, as JMH benchmarks: a thread sends the next message when the one before is done, or accepted. Each runs
 * in a JVM of its own, without a fork of JMH, because the JVM has the jars of one peer on its class path.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects.jmh;
