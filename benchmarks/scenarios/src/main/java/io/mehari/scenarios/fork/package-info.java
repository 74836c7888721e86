/**
 * The common part of all comparisons: it starts a JVM for each measurement, reads what the JVM prints, shows progress,
 * and keeps the values until they become tables and a result file.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.fork;
