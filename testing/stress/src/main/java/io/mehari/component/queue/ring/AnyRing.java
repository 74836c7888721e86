package io.mehari.component.queue.ring;

import java.util.concurrent.atomic.AtomicInteger;

/** Rings of every kind in turn, one for each run of a test. */
final class AnyRing {
    private static final AtomicInteger TURN = new AtomicInteger();

    private AnyRing() {}

    /** A ring with 2 or 3 places. */
    static Ring<Object> next() {
        return switch (Math.floorMod(TURN.getAndIncrement(), 4)) {
            case 0 -> new OneTakerRing<>(2);
            case 1 -> new ManyTakersRing<>(2);
            case 2 -> new ManyTakersRing<>(3);
            default -> new DisruptorRing<>(2);
        };
    }

    /** A ring from which several threads may take. */
    static Ring<Object> nextForManyTakers() {
        Ring<Object> ring = next();
        return ring instanceof OneTakerRing ? nextForManyTakers() : ring;
    }

    /** A ring for 3 exchanges that has 4 places. */
    static Ring<Object> nextOfThree() {
        return Math.floorMod(TURN.getAndIncrement(), 2) == 0 ? new OneTakerRing<>(3) : new ManyTakersRing<>(3);
    }
}
