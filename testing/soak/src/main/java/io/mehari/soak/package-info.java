/** Sends many messages through queues while routes are disturbed at random: {@code ./prove soak}. */
@org.jspecify.annotations.NullMarked
package io.mehari.soak;
