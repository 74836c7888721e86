/**
 * Random contexts in simulated time, judged by the laws: {@code ./bench simulate}. A schedule that fails is made small
 * and printed as text, from which it can be run again.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.simulation;
