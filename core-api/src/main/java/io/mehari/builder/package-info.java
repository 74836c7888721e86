/**
 * The language in which routes are described. A {@link io.mehari.builder.RouteBuilder} makes a tree of definitions;
 * when a route starts, the context compiles its tree to a flat array of steps. A definition is plain data and does
 * nothing itself.
 *
 * <pre>{@code
 * from("direct:orders")                       RouteDefinition
 *     .filter(header("type").isNotNull())     +- FilterDefinition    a block
 *         .to("direct:typed")                 |  +- to               a step in the block
 *     .end()                                  |
 *     .log("order ${body}")                   +- log                 a step after it
 * }</pre>
 *
 * <p>Each method of a definition adds a step at the end. Methods that open a block ({@code filter}, {@code choice},
 * {@code split}, {@code multicast}, {@code loop}, {@code aggregate}, {@code idempotentConsumer}, {@code doTry}) return
 * the block, and further steps are added to it until {@code end()} or the end of the route. Settings of a block or a
 * step are methods of its definition, and come before the next step.
 *
 * <p>An {@link io.mehari.Expression} or a {@link io.mehari.Predicate} is a lambda, or the result of a static method of
 * {@code RouteBuilder}, of {@link io.mehari.builder.ValueBuilder} or of {@link io.mehari.builder.PredicateBuilder}.
 *
 * <h2>Threads and memory consistency</h2>
 *
 * Definitions are not thread-safe. The thread that calls {@code addRoutes} runs {@code configure()} and creates all
 * definitions; do not change them afterwards. Processors, predicates, expressions and strategies belong to the route.
 * The threads that carry messages call them, several at the same time. What the thread did in {@code configure()}
 * <i>happens-before</i> these calls.
 */
package io.mehari.builder;
