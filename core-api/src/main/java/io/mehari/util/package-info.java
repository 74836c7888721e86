/**
 * A few small helpers that code written for Apache Camel uses often. Any thread may use them: {@link
 * io.mehari.util.StringHelper} has no state, and the one field of a {@link io.mehari.util.StopWatch} is volatile.
 */
package io.mehari.util;
