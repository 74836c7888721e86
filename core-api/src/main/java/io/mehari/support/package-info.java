/**
 * Superclasses for components, endpoints, producers and consumers that were written for Apache Camel: options come as a
 * map, and are set by setters. A new component rather extends {@link io.mehari.Component}, whose options are declared,
 * checked and documented.
 */
package io.mehari.support;
