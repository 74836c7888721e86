package io.mehari.component.queue;

import org.jspecify.annotations.Nullable;

/** A thread that found a channel full and waits for room. */
final class BlockedSender extends Waiter {
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;
    private static final int YIELDS = 8;

    /** What is to be sent. */
    abstract static class Attempt {
        /** Sends it, if there is room; returns the channel that has none, or is closed. */
        abstract @Nullable Channel send();
    }

    private final Attempt attempt;
    private Channel full;

    private BlockedSender(Attempt attempt, Channel full) {
        this.attempt = attempt;
        this.full = full;
    }

    /**
     * Sends as soon as there is room.
     *
     * @param full the channel that had none
     * @param deadline by the nano time, or {@link WaitingRoom#FOR_EVER}
     * @return null when it is sent; the full channel when the time is up; the closed one when it was closed
     * @throws InterruptedException with the thread's flag set
     * @throws QueueLoopException when all who could make room wait for room themselves
     */
    static @Nullable Channel send(Attempt attempt, Channel full, long deadline) throws InterruptedException {
        BlockedSender sender = new BlockedSender(attempt, full);
        long began = System.nanoTime();
        Object event = FlightRecorder.beginWait();
        try {
            return sender.sendBriefly() || sender.sendPatiently(deadline) ? null : sender.full;
        } finally {
            full.addBlockedNanos(System.nanoTime() - began);
            FlightRecorder.endWait(event, full.name());
        }
    }

    @Override
    boolean mustWait() {
        return full.isFull();
    }

    /** A busy taker makes room within less time than it takes to fall asleep. */
    private boolean sendBriefly() {
        for (int tries = 0; tries < SPINS + YIELDS; tries++) {
            if (!full.isFull() && isSent()) {
                return true;
            }
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else {
                Hesitation.yieldProcessor();
            }
        }
        return false;
    }

    private boolean isSent() {
        Channel next = attempt.send();
        if (next == null) {
            return true;
        }
        full = next;
        return false;
    }

    private boolean sendPatiently(long deadline) throws InterruptedException {
        checkInterrupted(!Thread.interrupted());
        while (!isSent()) {
            if (full.isClosed() || isOver(deadline)) {
                return false;
            }
            Channel waitedFor = full;
            try {
                checkInterrupted(Loops.sleepUntilRoom(waitedFor, this, deadline));
            } finally {
                waitedFor.passOnRoom();
            }
        }
        full.passOnRoom();
        return true;
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
