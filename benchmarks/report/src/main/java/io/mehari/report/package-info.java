/**
 * The results of a run as one JSON file, and its charts. The only library is
 * Jackson. The jars of the benchmarks contain it in a relocated package, so that it does not conflict with a measured
 * program.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.report;
