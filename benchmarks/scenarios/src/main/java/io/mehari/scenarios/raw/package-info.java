/** Bare queues and threads, as users write them without a framework: the minimum cost of a route. */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.raw;
