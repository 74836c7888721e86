package io.mehari.component.queue;

import io.mehari.Exchange;

/** A thread that found a channel full and waits for room. */
final class BlockedSender extends Waiter {
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;
    private static final int YIELDS = 8;

    private final Channel channel;

    BlockedSender(Channel channel) {
        this.channel = channel;
    }

    @Override
    boolean mustWait() {
        return channel.isFull();
    }

    boolean offer(Exchange exchange, long deadline) throws InterruptedException {
        long began = System.nanoTime();
        try {
            return offerBriefly(exchange) || offerPatiently(exchange, deadline);
        } finally {
            channel.addBlockedNanos(System.nanoTime() - began);
            channel.passOnRoom();
        }
    }

    /** A busy taker makes room within less time than it takes to fall asleep. */
    private boolean offerBriefly(Exchange exchange) {
        for (int tries = 0; tries < SPINS + YIELDS; tries++) {
            if (!channel.isFull() && channel.offer(exchange)) {
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

    private boolean offerPatiently(Exchange exchange, long deadline) throws InterruptedException {
        checkInterrupted(!Thread.interrupted());
        while (!channel.offer(exchange)) {
            if (channel.isClosed() || isOver(deadline)) {
                return false;
            }
            checkInterrupted(Loops.sleepUntilRoom(channel, this, deadline));
        }
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
