package io.mehari.scenarios;

import io.mehari.report.CommandLine;
import java.util.List;

/**
 * What subjects are asked to do. Each scenario has one variation or more; the first is the one that is meant without a
 * name.
 */
public enum Scenario {
    /**
     * Subjects route {@code timer(1 ms) -> split(1000) -> direct -> choice -> direct -> mock}; flat out without the
     * timer.
     */
    CAMEL_23686(
            "camel-23686",
            "timer(period=1) -> split(1000 parts) -> direct -> choice -> direct -> mock; flat-out: a loop instead of the timer."
                    + " Named after the issue in Apache Camel's tracker under which exchanges became cheaper in 4.21",
            "paced",
            "flat-out"),

    /** Subjects move bodies through {@code seda:queue}, or what they have in its place. */
    SEDA("seda", "seda: with so many senders and consumers (2-3: two send, three take)", shapes()),

    /** Subjects move bodies through {@code disruptor:queue}, or what they have in its place. */
    DISRUPTOR("disruptor", "disruptor: with so many senders and consumers (2-3: two send, three take)", shapes()),

    /** Subjects send each body one of four ways, by {@link Payload#kindOf}. */
    CBR("cbr", "content-based router: direct -> choice of four -> four direct routes", "uniform", "mixed"),

    /** Subjects let through what {@link Payload#isKept}, and end the rest. */
    FILTER("filter", "direct -> filter that keeps every other message -> direct", "uniform", "mixed"),

    /** Subjects deliver one list for each {@link Variation#GROUP} bodies. */
    AGGREGATOR("aggregator", "direct -> aggregate 100 bodies to a list -> direct", "uniform", "mixed"),

    /** Subjects send each body to three routes, one after the other, each of which delivers it. */
    FAN_OUT("fan-out", "direct -> multicast to three direct routes", ""),

    /**
     * Subjects send through {@code seda:} with {@code waitForTaskToComplete}; the sender of {@code always} waits for
     * the end.
     */
    FIRE_AND_FORGET(
            "fire-and-forget",
            "seda: whose sender waits until the message is done (always), or not (never: though it is a request)",
            "always",
            "if-reply-expected",
            "never"),

    /** Subjects take from a queue with one consumer, or with one that hands on to {@link Variation#THREADS} threads. */
    WORKFLOW(
            "workflow",
            "seda: -> service -> end, by one consumer or threads(4), events watched or not; the service: nothing, 10 us, 1 ms",
            workflows());

    private static String[] shapes() {
        return new String[] {"1-1", "1-2", "2-1", "2-3", "3-2", "1-4", "4-1", "1-8", "8-1", "5-6", "6-5", "9-9"};
    }

    private static String[] workflows() {
        return new String[] {
            "one-consumer/events-off/idle", "one-consumer/events-off/10us", "one-consumer/events-off/1ms",
            "one-consumer/events-on/idle", "one-consumer/events-on/10us", "one-consumer/events-on/1ms",
            "threads/events-off/idle", "threads/events-off/10us", "threads/events-off/1ms",
            "threads/events-on/idle", "threads/events-on/10us", "threads/events-on/1ms"
        };
    }

    private final String id;
    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> variations;

    Scenario(String id, String sentence, String... variations) {
        this.id = id;
        this.sentence = sentence;
        this.variations = List.of(variations);
    }

    /** The scenario of that id; an unknown one is refused with the nearest and with all ids. */
    public static Scenario of(String id) {
        return CommandLine.named("scenario", id, List.of(values()), Scenario::id);
    }

    /** Its name on a command line and in results. */
    public String id() {
        return id;
    }

    /** What happens to a message. */
    public String sentence() {
        return sentence;
    }

    /** Names of its variations; an empty one where there is nothing to vary. */
    public List<String> variations() {
        return variations;
    }
}
