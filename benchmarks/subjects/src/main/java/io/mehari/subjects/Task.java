package io.mehari.subjects;

import java.util.List;

/** What subjects do with a message. Each task has one or more variations; the first one is used if none is named. */
public enum Task {
    /** A template sends to a route with one processor, which keeps nothing, or stores the message. */
    DIRECT("direct", "template -> direct -> processor, which keeps nothing or stores the message", "plain", "stores"),
    /** A list of 1,000 parts is split; each part takes one of two ways. */
    SPLIT_CHOICE("split-choice", "direct -> split(1000 parts) -> direct -> choice -> direct -> processor", ""),
    /** Each body goes to one of four routes, by {@link Payload#kindOf}. */
    ROUTER("router", "content-based router: direct -> choice of four -> four direct routes", "mixed", "uniform"),
    /** Bodies for which {@link Payload#isKept} is true are kept. */
    FILTER("filter", "direct -> filter that keeps every other message -> direct", "mixed", "uniform"),
    /** One list for every {@link Scenario#GROUP} bodies. */
    AGGREGATOR("aggregator", "direct -> aggregate 100 bodies to a list -> direct", "mixed", "uniform"),
    /** Each body goes to three routes, one after the other, each of which delivers it. */
    FAN_OUT("fan-out", "direct -> multicast to three direct routes", ""),
    /** One route with ten steps. */
    TEN_STEPS("ten-steps", "direct -> filter, choice, transform, processors, direct: ten steps", "mixed", "uniform"),
    /** The same in fifty routes in turn, so that each call in the engine has many receivers. */
    FIFTY_ROUTES("fifty-routes", "fifty routes of ten steps, in turn", "mixed", "uniform"),
    /** A sender waits for the reply through a queue. */
    REQUEST("request", "the sender waits until its message has passed the queue", "seda", "disruptor"),
    /** A bounded queue between senders and consumers. */
    SEDA("seda", "seda: with N senders and M consumers (2-3: two senders, three consumers)", Task.SHAPES),
    /** The same through a ring buffer. */
    DISRUPTOR("disruptor", "disruptor: with N senders and M consumers", Task.SHAPES);

    private static final String SHAPES = "1-1 1-2 2-1 2-3 1-4 4-1 3-6 3-2 1-8 8-1 5-6 6-5 9-9";

    private final String id;
    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // created by List.of
    private final List<String> variations;

    Task(String id, String sentence, String... variations) {
        this.id = id;
        this.sentence = sentence;
        this.variations = variations.length == 1 ? List.of(variations[0].split(" ", -1)) : List.of(variations);
    }

    /** Its name on a command line and in results. */
    public String id() {
        return id;
    }

    /** A description of what happens to a message. */
    public String sentence() {
        return sentence;
    }

    /** Whether messages pass through a queue to other threads. */
    public boolean hasQueue() {
        return compareTo(REQUEST) >= 0;
    }

    /** All its scenarios. */
    public List<Scenario> scenarios() {
        return variations.stream()
                .map(name -> Scenario.of(name.isEmpty() ? id : id + "/" + name))
                .toList();
    }

    List<String> variations() {
        return variations;
    }
}
