/**
 * Measures the cost of operations in Mehari and in releases of Apache Camel, in one run. Each class answers one
 * question.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.benchmarks;
