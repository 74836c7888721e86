/**
 * Apache Camel beside Mehari in one JVM. {@code camel:} in a route of Mehari is an endpoint of any component of Camel;
 * {@code mehari:} in a route of Camel is an endpoint of Mehari. The version of Camel is the program's own, from 4.18 on.
 *
 * <p>A message crosses as its body, its headers and its own properties. Completions cross with it, so that a file or a
 * message of a broker is acknowledged when the last part of its way is done, on whichever side. The exception of one
 * side is the exception of the other. No thread waits, except at {@code mehari.maxInFlight}.
 */
@NullMarked
package io.mehari.component.camel;

import org.jspecify.annotations.NullMarked;
