/**
 * How routes are described. A {@link io.mehari.builder.RouteBuilder} makes a tree of definitions; starting the context
 * compiles each route to a flat array of steps. A definition is plain data and does nothing itself.
 */
package io.mehari.builder;
