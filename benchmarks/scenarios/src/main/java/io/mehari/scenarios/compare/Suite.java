package io.mehari.scenarios.compare;

import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Predefined comparisons, which others have published. */
enum Suite {
    /**
     * Queues with many threads: the numbers of senders and consumers for which type checks were the bottleneck, also
     * swapped.
     */
    THREADS("seda and disruptor: 2-1, 4-1, 8-1 and 3-2, 6-5, 9-9 senders-consumers, and the same mirrored") {
        @Override
        List<Variation> variations() {
            List<String> shapes = List.of("2-1", "4-1", "8-1", "1-2", "1-4", "1-8", "3-2", "6-5", "2-3", "5-6", "9-9");
            return Stream.of(Scenario.SEDA, Scenario.DISRUPTOR)
                    .flatMap(queue -> shapes.stream().map(shape -> Variation.of(queue.id() + "/" + shape)))
                    .toList();
        }
    },

    /** Patterns under load, with bodies of one type and of four types. */
    PATTERNS(
            "content-based router, filter and aggregator, with uniform and with mixed payload types",
            Scenario.CBR,
            Scenario.FILTER,
            Scenario.AGGREGATOR),

    /** Waiting for a message compared with fire and forget. */
    WAITING(
            "send and wait against fire and forget: waitForTaskToComplete Always, IfReplyExpected, Never",
            Scenario.FIRE_AND_FORGET),

    /** One consumer compared with a pool of threads. */
    WORKFLOW("one consumer against threads(4), events off and on, a service of 0, 10 us and 1 ms", Scenario.WORKFLOW);

    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // created by List.of
    private final List<Scenario> scenarios;

    Suite(String sentence, Scenario... scenarios) {
        this.sentence = sentence;
        this.scenarios = List.of(scenarios);
    }

    static List<Variation> variationsOf(Scenario scenario) {
        return scenario.variations().stream()
                .map(name -> Variation.of(name.isEmpty() ? scenario.id() : scenario.id() + "/" + name))
                .toList();
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String sentence() {
        return sentence;
    }

    List<Variation> variations() {
        return scenarios.stream().flatMap(each -> variationsOf(each).stream()).toList();
    }
}
