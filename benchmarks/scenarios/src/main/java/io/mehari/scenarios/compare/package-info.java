/**
 * The fair comparison: each subject at each scenario in JVMs of its own that take turns, there and back, with intervals
 * around the figures, and beside them what one subject differs from itself.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.compare;
