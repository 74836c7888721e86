package step02;

import java.util.Date;

/** Exercise: store a parcel in one object of at most 24 bytes. */
@SuppressWarnings("JavaUtilDate") // the exercise is about the cost of a Date
public class Exercise {

    /** The data of a parcel. */
    public abstract static class Parcel {

        protected Parcel() {}

        /** Up to two million. */
        public abstract int grams();

        /** From 0 to 7. */
        public abstract int priority();

        public abstract boolean express();

        public abstract boolean paid();

        /** Milliseconds since 1970. */
        public abstract long sentAt();
    }

    public Exercise() {}

    public Parcel parcel(int grams, int priority, boolean express, boolean paid, long sentAt) {
        return new Boxed(grams, priority, express, paid, new Date(sentAt));
    }

    private static final class Boxed extends Parcel {
        private final Integer grams;
        private final Integer priority;
        private final Boolean express;
        private final Boolean paid;
        private final Date sentAt;

        Boxed(Integer grams, Integer priority, Boolean express, Boolean paid, Date sentAt) {
            this.grams = grams;
            this.priority = priority;
            this.express = express;
            this.paid = paid;
            this.sentAt = sentAt;
        }

        @Override
        public int grams() {
            return grams;
        }

        @Override
        public int priority() {
            return priority;
        }

        @Override
        public boolean express() {
            return express;
        }

        @Override
        public boolean paid() {
            return paid;
        }

        @Override
        public long sentAt() {
            return sentAt.getTime();
        }
    }
}
