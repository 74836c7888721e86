/**
 * The context with its services, endpoints and thread pools, the compiler of routes, the running routes, and the
 * templates. It uses all other packages. None uses it except {@link io.mehari.impl.DefaultRoutingContext}, the class
 * that users create.
 */
package io.mehari.impl.context;
