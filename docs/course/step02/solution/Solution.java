package step02.solution;

import step02.Exercise;

/** The long is at offset 16; all the rest fits into the four bytes between it and the header. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public Parcel parcel(int grams, int priority, boolean express, boolean paid, long sentAt) {
        return new Packed(grams << 5 | priority << 2 | (express ? 2 : 0) | (paid ? 1 : 0), sentAt);
    }

    private static final class Packed extends Parcel {
        private final int facts;
        private final long sentAt;

        Packed(int facts, long sentAt) {
            this.facts = facts;
            this.sentAt = sentAt;
        }

        @Override
        public int grams() {
            return facts >>> 5;
        }

        @Override
        public int priority() {
            return facts >> 2 & 7;
        }

        @Override
        public boolean express() {
            return (facts & 2) != 0;
        }

        @Override
        public boolean paid() {
            return (facts & 1) != 0;
        }

        @Override
        public long sentAt() {
            return sentAt;
        }
    }
}
