/**
 * The queue itself: rings, and threads that wait for them. It knows nothing of exchanges, endpoints and routes. A ring
 * never blocks. A thread that finds it empty or full enters a {@link io.mehari.component.queue.ring.WaitQueue}, and is
 * woken by a thread that has changed the ring.
 */
package io.mehari.component.queue.ring;
