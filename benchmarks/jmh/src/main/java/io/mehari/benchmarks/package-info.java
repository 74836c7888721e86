/**
 * What an operation costs in Mehari and in the releases of Apache Camel, measured in one run. One class asks one
 * question.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.benchmarks;
