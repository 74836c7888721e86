/** Bare queues and threads, as those write it who use no framework: what a route could cost at the least. */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.raw;
