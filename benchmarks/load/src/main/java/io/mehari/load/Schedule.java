package io.mehari.load;

import java.util.concurrent.TimeUnit;

/**
 * When messages are due. All producers together keep one rate; each has its own times, evenly between those of the
 * others.
 *
 * @param rate messages a second, of all producers
 * @param producers how many there are
 * @param together how many messages are sent at once, as a list; 1 where each is sent by itself
 */
record Schedule(long rate, int producers, int together) {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Positive numbers. */
    Schedule {
        if (rate < 1 || rate > SECOND || producers < 1 || together < 1) {
            throw new IllegalArgumentException("no schedule for " + producers + " producers that send " + rate
                    + " a second, " + together + " at once");
        }
    }

    /**
     * How many nanoseconds after the begin a message is due. Exact: no error adds up over a day.
     *
     * @param place how many the producer has sent before
     */
    long nanos(int producer, long place) {
        long number = (place / together * producers + producer) * together;
        return number / rate * SECOND + number % rate * SECOND / rate;
    }

    /**
     * How many of so many messages that producer sends: a multiple of that unit, so that in all it may be some more.
     */
    long share(int producer, long count, int unit) {
        long sendings = (count + together - 1) / together;
        long mine = Math.max(0, (sendings - producer + producers - 1) / producers) * together;
        return (mine + unit - 1) / unit * unit;
    }
}
