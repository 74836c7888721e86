package io.mehari.faults;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Records which messages the source has acknowledged to the sender, and which have arrived at the target. */
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
     * The counts of messages.
     *
     * @param acknowledged messages that the source has acknowledged to the sender
     * @param arrived messages that have arrived, each counted once
     * @param missing messages that were acknowledged but have not arrived
     * @param repeated second and later arrivals of a message, which was written to the source twice or forwarded twice
     * @param readTwice messages that the target delivered to its reader twice, because the broker ended before it had
     *     the acknowledgement
     * @param outOfOrder first arrivals that come after a later message of the same partition
     * @param wrong arrivals in the wrong queue, or with an unexpected body, header or cause
     */
    record Counts(
            long acknowledged, long arrived, long missing, long repeated, long readTwice, long outOfOrder, long wrong) {
        /** What a table shows. */
        long[] shown() {
            return new long[] {acknowledged, arrived, missing, repeated, outOfOrder, wrong};
        }

        /** Whether every acknowledged message has arrived, in order and unchanged. */
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

    /** @param id of the target's message, because the reader may get the same message twice */
    synchronized void arrived(int partition, int number, String id) {
        Lane lane = lanes[partition];
        if (number >= lane.ids.length) {
            lane.ids = Arrays.copyOf(lane.ids, Math.max(number + 1, lane.ids.length * 2));
        }
        int hash = id.hashCode() | 1; // never 0, because 0 means no message
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

    /** @param message the message that has arrived and is not as expected */
    synchronized void wrong(String message) {
        wrong++;
        if (firstWrong == null) {
            firstWrong = message;
        }
    }

    /** A message that is not as expected; null if there is none. */
    synchronized @Nullable String firstWrong() {
        return firstWrong;
    }

    synchronized Counts counts() {
        return new Counts(acknowledged, arrived, missing, repeated, readTwice, outOfOrder, wrong);
    }
}
