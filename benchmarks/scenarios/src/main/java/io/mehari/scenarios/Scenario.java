package io.mehari.scenarios;

import io.mehari.report.CommandLine;
import java.util.List;

/** The tasks for subjects. Each scenario has one or more variations. The first one is used if no variation is named. */
public enum Scenario {
    /**
     * Subjects run the route {@code timer(1 ms) -> split(1000) -> direct -> choice -> direct -> mock}. The variation
     * {@code flat-out} has no timer.
     */
    CAMEL_23686(
            "camel-23686",
            "timer(period=1) -> split(1000 parts) -> direct -> choice -> direct -> mock; flat-out: a loop instead of the timer."
                    + " Named after the issue in Apache Camel's tracker under which exchanges became cheaper in 4.21",
            "paced",
            "flat-out"),

    /** Subjects send bodies through {@code seda:queue} or their equivalent. */
    SEDA("seda", "seda: with N senders and M consumers (2-3: two senders, three consumers)", shapes()),

    /** Subjects send bodies through {@code disruptor:queue} or their equivalent. */
    DISRUPTOR("disruptor", "disruptor: with N senders and M consumers (2-3: two senders, three consumers)", shapes()),

    /** Subjects send each body to one of four routes, by {@link Payload#kindOf}. */
    CBR("cbr", "content-based router: direct -> choice of four -> four direct routes", "uniform", "mixed"),

    /** Subjects keep the bodies for which {@link Payload#isKept} is true, and drop the others. */
    FILTER("filter", "direct -> filter that keeps every other message -> direct", "uniform", "mixed"),

    /** Subjects deliver one list for every {@link Variation#GROUP} bodies. */
    AGGREGATOR("aggregator", "direct -> aggregate 100 bodies to a list -> direct", "uniform", "mixed"),

    /** Subjects send each body to three routes, one after the other, each of which delivers it. */
    FAN_OUT("fan-out", "direct -> multicast to three direct routes", ""),

    /**
     * Subjects send through {@code seda:} with {@code waitForTaskToComplete}; with {@code always}, the sender waits
     * until the message is processed.
     */
    FIRE_AND_FORGET(
            "fire-and-forget",
            "seda: a sender waits until the message is done (always), or never (never: even for a request)",
            "always",
            "if-reply-expected",
            "never"),

    /**
     * Subjects take from a queue with one consumer, or with one that passes messages to {@link Variation#THREADS}
     * threads.
     */
    WORKFLOW(
            "workflow",
            "seda: -> service -> end, one consumer or threads(4), with or without events; a service of 0, 10 us, 1 ms",
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

    @SuppressWarnings("ImmutableEnumChecker") // created by List.of
    private final List<String> variations;

    Scenario(String id, String sentence, String... variations) {
        this.id = id;
        this.sentence = sentence;
        this.variations = List.of(variations);
    }

    /** The scenario with that id. The message for an unknown id has the nearest id and all ids. */
    public static Scenario of(String id) {
        return CommandLine.named("scenario", id, List.of(values()), Scenario::id);
    }

    /** Its name on a command line and in results. */
    public String id() {
        return id;
    }

    /** A description of what happens to a message. */
    public String sentence() {
        return sentence;
    }

    /** The names of its variations; one empty name if it has no variations. */
    public List<String> variations() {
        return variations;
    }
}
