/**
 * Mehari's connectors compared with others: {@code ./bench brokers} and {@code ./bench network}. Each subject has a JVM of
 * its own, and they take turns.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.connectors;
