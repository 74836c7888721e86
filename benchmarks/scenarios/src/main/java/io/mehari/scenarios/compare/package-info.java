/**
 * A fair comparison: each subject runs each scenario in JVMs of its own, in the order A B B A. Figures have intervals.
 * The difference of one subject from itself is shown for comparison.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.compare;
