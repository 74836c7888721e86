/**
 * For those who extend Mehari: the far side of the exchange, its completions, and the services that a
 * {@link io.mehari.RoutingContext} is made of and that may be replaced.
 */
package io.mehari.spi;
