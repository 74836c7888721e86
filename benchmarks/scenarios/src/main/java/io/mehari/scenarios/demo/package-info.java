/**
 * The demonstration: {@code ./demo} at the root. Measures subjects side by side, each in a JVM of its own, and shows
 * it.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.demo;
