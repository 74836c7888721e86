package io.mehari.scenarios.compare;

import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Comparisons that others have published, to be asked for by one name. */
enum Suite {
    /**
     * How a queue does with many threads: the shapes in which type checks were found to be the brake, and their
     * mirrors.
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

    /** Patterns under load, with bodies of one type and of four. */
    PATTERNS(
            "content-based router, filter and aggregator, with uniform and with mixed payload types",
            Scenario.CBR,
            Scenario.FILTER,
            Scenario.AGGREGATOR),

    /** The case against waiting. */
    WAITING(
            "send and wait against fire and forget: waitForTaskToComplete Always, IfReplyExpected, Never",
            Scenario.FIRE_AND_FORGET),

    /** Standard against pooling workflows. */
    WORKFLOW("one consumer against threads(4), events off and on, a service of 0, 10 us and 1 ms", Scenario.WORKFLOW);

    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
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
