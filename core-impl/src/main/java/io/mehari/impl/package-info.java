/**
 * What runs: the one {@link io.mehari.impl.DefaultExchange}, the {@link io.mehari.impl.DefaultRoutingContext} that owns
 * everything, the exchange factories, clocks and conversions that can be chosen for it.
 */
package io.mehari.impl;
