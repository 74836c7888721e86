/**
 * TCP and HTTP over the loopback: Mehari compared with bare Netty, Vert.x, the JDK and Camel ({@code ./bench network}),
 * a soak with connections that are cut ({@code ./bench network-soak}), and {@code ./demo --scenario http}.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.network;
