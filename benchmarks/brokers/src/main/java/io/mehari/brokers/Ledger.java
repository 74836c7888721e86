package io.mehari.brokers;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Which messages the source has acknowledged to their sender, and which have arrived at the target. */
final class Ledger {
    private final Lane[] lanes;

    // ---- guarded by this
    private long acknowledged;
    private long arrived;
    private long missing;
    private long repeated;
    private long readTwice;
    private long outOfOrder;
    private long wrong;
    private @Nullable String firstWrong;

    /** The messages of one partition, which are numbered from 0. */
    private static final class Lane {
        final BitSet acknowledged = new BitSet();
        int[] ids = new int[1 << 10];
        int last = -1;
    }

    /**
     * How many there are.
     *
     * @param acknowledged those that the source has acknowledged to the sender
     * @param arrived those that have arrived, each counted once
     * @param missing acknowledged and not arrived
     * @param repeated arrivals after the first of a message, which was written twice to the source or passed on twice
     * @param readTwice messages of the target that its reader got twice, since the broker ended before it knew
     * @param outOfOrder first arrivals after that of a later message of the same partition
     * @param wrong arrivals in the wrong queue, or with another body, other headers or another cause than expected
     */
    record Counts(
            long acknowledged, long arrived, long missing, long repeated, long readTwice, long outOfOrder, long wrong) {
        /** All that is acknowledged has arrived, in its order and as it was sent. */
        boolean isWhole() {
            return acknowledged > 0 && missing == 0 && outOfOrder == 0 && wrong == 0;
        }
    }

    Ledger(int partitions) {
        lanes = new Lane[partitions];
        Arrays.setAll(lanes, i -> new Lane());
    }

    synchronized void acknowledged(int partition, int number) {
        Lane lane = lanes[partition];
        lane.acknowledged.set(number);
        acknowledged++;
        if (number >= lane.ids.length || lane.ids[number] == 0) {
            missing++;
        }
    }

    /** @param id of the target's message, of which the reader may get one twice */
    synchronized void arrived(int partition, int number, String id) {
        Lane lane = lanes[partition];
        if (number >= lane.ids.length) {
            lane.ids = Arrays.copyOf(lane.ids, Math.max(number + 1, lane.ids.length * 2));
        }
        int hash = id.hashCode() | 1; // never 0, which is none
        int before = lane.ids[number];
        if (before == 0) {
            first(lane, number, hash);
        } else if (before == hash) {
            readTwice++;
        } else {
            repeated++;
        }
    }

    private void first(Lane lane, int number, int hash) {
        lane.ids[number] = hash;
        arrived++;
        if (lane.acknowledged.get(number)) {
            missing--;
        }
        if (number < lane.last) {
            outOfOrder++;
        }
        lane.last = Math.max(lane.last, number);
    }

    /** @param message the one that has arrived and is not as it should be */
    synchronized void wrong(String message) {
        wrong++;
        if (firstWrong == null) {
            firstWrong = message;
        }
    }

    /** One that is not as it should be; null if there is none. */
    synchronized @Nullable String firstWrong() {
        return firstWrong;
    }

    synchronized Counts counts() {
        return new Counts(acknowledged, arrived, missing, repeated, readTwice, outOfOrder, wrong);
    }
}
