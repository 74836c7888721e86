/**
 * Runs the tests of jcstress. They are in the packages of the classes that they test. Each test is a class with a {@code
 * Shipped} and a {@code Weakened} variant: {@code ./prove stress --help}.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.stress;
