/**
 * The load generator: {@code ./bench load --help}. Messages are sent when they are due, even if earlier messages are
 * not processed yet, as other systems send them. The latency is measured from the time at which a message was due.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.load;
