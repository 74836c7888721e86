package io.mehari.component.queue;

import io.mehari.component.queue.ring.FlightRecorder;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.StackRoom;
import org.jspecify.annotations.Nullable;

/** A sender that waits for room in a full channel. It blocks its thread; a {@link SuspendedSender} blocks none. */
class BlockedSender extends WaitQueue.Waiter {
    final OutgoingMessage message;
    final long deadline;
    final long began = Threading.nanoTime();
    private volatile Channel full;

    BlockedSender(OutgoingMessage message, Channel full, long deadline) {
        this.message = message;
        this.full = full;
        this.deadline = deadline;
    }

    /**
     * Sends as soon as there is room; the calling thread sleeps until then.
     *
     * @return null if the message was sent; the full channel after a timeout; or the channel that was closed to the
     *     caller
     * @throws InterruptedException after setting the thread's interrupt flag
     * @throws QueueLoopException if all threads that could make room wait for room themselves
     */
    static @Nullable Channel send(OutgoingMessage message, Channel full, long deadline) throws InterruptedException {
        StackRoom.claim(StackRoom.EXECUTOR); // a message that was sent must not be sent again
        BlockedSender sender = new BlockedSender(message, full, deadline);
        Object event = FlightRecorder.beginWait();
        try {
            return sender.sendOrSleep();
        } finally {
            sender.stopWaiting();
            FlightRecorder.endWait(event, full.name());
        }
    }

    private @Nullable Channel sendOrSleep() throws InterruptedException {
        checkInterrupted(!Thread.interrupted());
        Channel refusing = message.send();
        while (refusing != null && !refusing.isClosedToCaller() && !isOver()) {
            waitsIn(refusing);
            checkInterrupted(DeadlockDetector.sleepUntilRoom(refusing, this, deadline));
            refusing = message.send();
        }
        return refusing;
    }

    private static void checkInterrupted(boolean undisturbed) throws InterruptedException {
        if (!undisturbed) {
            Thread.currentThread().interrupt(); // Q4: the flag stays
            throw new InterruptedException("Interrupted while waiting for room in a full queue");
        }
    }

    /** The channel for whose room it waits, or last waited. */
    final Channel full() {
        return full;
    }

    final boolean waitsForEver() {
        return deadline == WaitQueue.FOR_EVER;
    }

    final boolean isOver() {
        return WaitQueue.isPast(deadline);
    }

    /** Called before it waits for room in that channel. */
    final void waitsIn(Channel next) {
        if (full != next) {
            full.wakeAnotherSenderIfDue(this);
            full = next;
        }
    }

    /** Called when it will not wait again. */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full, and the message may have been sent
    final void stopWaiting() {
        try {
            full.wakeAnotherSenderIfDue(this);
            full.blockedNanos.add(Threading.nanoTime() - began);
        } catch (Throwable e) {
            Log.warn(BlockedSender.class, "The end of a wait for room in " + full.name() + " was not counted", e);
        }
    }

    @Override
    protected boolean mustWait() {
        return full.isFull() && !full.missesWhenFull();
    }
}
