/**
 * Endpoints that hand an exchange from one thread to another through a queue in memory. The queues are those of JCTools
 * and of the LMAX Disruptor.
 */
package io.mehari.component.queue;
