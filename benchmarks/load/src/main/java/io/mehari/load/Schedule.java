package io.mehari.load;

import java.util.concurrent.TimeUnit;

/**
 * The times at which messages are due. All producers together keep one rate. Each producer has its own times, evenly
 * between those of the others.
 *
 * @param rate messages a second of all producers together
 * @param producers the number of producers
 * @param together how many messages are sent at once as a list; 1 if each is sent individually
 */
record Schedule(long rate, int producers, int together) {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** All numbers must be positive. */
    Schedule {
        if (rate < 1 || rate > SECOND || producers < 1 || together < 1) {
            throw new IllegalArgumentException("no schedule for " + producers + " producers that send " + rate
                    + " a second, " + together + " at once");
        }
    }

    /**
     * How many nanoseconds after the beginning a message is due. Exact: no error adds up over a day.
     *
     * @param place how many messages the producer has sent before
     */
    long nanos(int producer, long place) {
        long number = (place / together * producers + producer) * together;
        return number / rate * SECOND + number % rate * SECOND / rate;
    }

    /**
     * How many of {@code count} messages that producer sends. It is a multiple of the unit, so the total may be a
     * little more than the count.
     */
    long share(int producer, long count, int unit) {
        long sendings = (count + together - 1) / together;
        long mine = Math.max(0, (sendings - producer + producers - 1) / producers) * together;
        return (mine + unit - 1) / unit * unit;
    }
}
