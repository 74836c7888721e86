/**
 * The demonstration: {@code ./demo} at the root. It measures subjects one after the other, each in a JVM of its own,
 * and shows the results side by side.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.demo;
