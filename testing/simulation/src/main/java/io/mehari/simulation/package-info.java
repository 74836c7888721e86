/**
 * Runs random contexts in simulated time, and checks that the laws hold: {@code ./prove simulate}. A failed schedule is
 * made smaller and printed as text, which can be run again.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.simulation;
