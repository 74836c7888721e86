package io.mehari.component.queue;

import org.jspecify.annotations.Nullable;

/** A thread that found a channel full and waits for room. */
final class BlockedSender extends Waiter {
    /** What is to be sent. */
    abstract static class Attempt {
        /** Sends it, if there is room; returns the channel that has none, or is closed. */
        abstract @Nullable Channel send();

        /** The same, trying for as long as a busy taker may need to make room in the channel that had none. */
        final @Nullable Channel sendBriefly(Channel full) {
            Channel next = full;
            for (int tries = 0; next != null && tries < Hesitation.BRIEF; tries++) {
                Hesitation.awake(tries);
                next = next.hasMuchRoom() ? send() : next;
            }
            return next;
        }
    }

    private final Attempt attempt;
    private Channel full;
    private @Nullable Channel waitedFor;

    private BlockedSender(Attempt attempt, Channel full) {
        this.attempt = attempt;
        this.full = full;
    }

    /**
     * Sends as soon as there is room, asleep until then.
     *
     * @param full the channel that had none
     * @param deadline by the nano time, or {@link WaitingRoom#FOR_EVER}
     * @return null when it is sent; the full channel when the time is up; the closed one when it was closed
     * @throws InterruptedException with the thread's flag set
     * @throws QueueLoopException when all who could make room wait for room themselves
     */
    static @Nullable Channel send(Attempt attempt, Channel full, long deadline) throws InterruptedException {
        BlockedSender sender = new BlockedSender(attempt, full);
        return sender.isSentBefore(deadline) ? null : sender.full;
    }

    @Override
    boolean mustWait() {
        return full.isFull();
    }

    private boolean isSent() {
        Channel next = attempt.send();
        if (next == null) {
            return true;
        }
        full = next;
        return false;
    }

    private boolean isSentBefore(long deadline) throws InterruptedException {
        Channel first = full;
        long began = System.nanoTime();
        Object event = FlightRecorder.beginWait();
        try {
            checkInterrupted(!Thread.interrupted());
            while (!isSent()) {
                if (full.isClosed() || isOver(deadline)) {
                    return false;
                }
                sleep(deadline);
            }
            return true;
        } finally {
            passOnRoom();
            first.addBlockedNanos(System.nanoTime() - began);
            FlightRecorder.endWait(event, first.name());
        }
    }

    private void sleep(long deadline) throws InterruptedException {
        if (waitedFor != full) {
            passOnRoom();
            waitedFor = full;
        }
        checkInterrupted(Loops.sleepUntilRoom(full, this, deadline));
    }

    private void passOnRoom() {
        if (waitedFor != null) {
            waitedFor.passOnRoom(this);
        }
    }

    private static void checkInterrupted(boolean undisturbed) throws InterruptedException {
        if (!undisturbed) {
            Thread.currentThread().interrupt(); // Q4: the flag stays
            throw new InterruptedException("Interrupted while waiting for room in a full queue");
        }
    }

    private static boolean isOver(long deadline) {
        return deadline != WaitingRoom.FOR_EVER && deadline - System.nanoTime() <= 0;
    }
}
