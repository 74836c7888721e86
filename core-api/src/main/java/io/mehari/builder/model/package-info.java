/**
 * What the route language makes and the engine compiles: a tree of {@link io.mehari.builder.model.Node}s, with the
 * handling of failures and the settings of aggregators. It is exported to the engine and to what
 * describes routes alone, so a new pattern or option
 * breaks no user's code.
 */
package io.mehari.builder.model;
