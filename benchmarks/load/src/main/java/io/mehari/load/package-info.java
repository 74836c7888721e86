/**
 * The load generator: {@code ./bench load --help}. Messages are sent when they are due, whether or not the ones before
 * are through, as the world outside sends them; what is measured is the time since then.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.load;
