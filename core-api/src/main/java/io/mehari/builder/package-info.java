/**
 * How routes are described. A {@link io.mehari.builder.RouteBuilder} makes a tree of definitions; starting the context
 * compiles each route to a flat array of steps. A definition is plain data and does nothing itself.
 *
 * <p>Each method of a definition adds a step behind the ones before it. Those that open a block ({@code filter},
 * {@code choice}, {@code split}, {@code multicast}, {@code loop}, {@code aggregate}, {@code idempotentConsumer}, {@code doTry})
 * return the block: further steps go into it until {@code end()}, or to the end of the route. Settings of a block or a
 * step are methods of its definition, and come before the next step.
 *
 * <p>Where a step takes an {@link io.mehari.Expression} or a {@link io.mehari.Predicate}, give a lambda, or one made by
 * the static methods of {@code RouteBuilder}, of {@link io.mehari.builder.ValueBuilder} and of
 * {@link io.mehari.builder.PredicateBuilder}. They belong to the route and not to a message: several threads may ask them at
 * the same time.
 */
package io.mehari.builder;
