/** Compiles the description of a route to an array of steps. A node becomes one or a few steps, a block jumps. */
package io.mehari.impl.compile;
