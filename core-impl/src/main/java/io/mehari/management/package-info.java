/**
 * Looking at a running context from outside, with what the JDK has: {@link io.mehari.management.JmxManagement} shows it
 * to JMX, {@link io.mehari.management.FlightRecorderEvents} writes it to the flight recorder. Neither is there unless it
 * is added.
 */
package io.mehari.management;
