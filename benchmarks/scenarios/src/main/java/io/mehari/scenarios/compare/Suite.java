package io.mehari.scenarios.compare;

import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Comparisons that others have published, to be asked for by one name. */
enum Suite {
    /** How a queue does with many threads: the shapes in which type checks were found to be the brake, and their mirrors. */
    THREADS("threads", "seda and disruptor: 2-1, 4-1, 8-1 and 3-2, 6-5, 9-9 senders-consumers, and the same mirrored") {
        @Override
        List<Variation> variations() {
            List<Variation> all = new ArrayList<>();
            for (Scenario queue : List.of(Scenario.SEDA, Scenario.DISRUPTOR)) {
                for (String shape :
                        List.of("2-1", "4-1", "8-1", "1-2", "1-4", "1-8", "3-2", "6-5", "2-3", "5-6", "9-9")) {
                    all.add(Variation.of(queue.id() + "/" + shape));
                }
            }
            return all;
        }
    },

    /** Patterns under load, with bodies of one type and of four. */
    PATTERNS("patterns", "content-based router, filter and aggregator, with uniform and with mixed payload types") {
        @Override
        List<Variation> variations() {
            List<Variation> all = new ArrayList<>(variationsOf(Scenario.CBR));
            all.addAll(variationsOf(Scenario.FILTER));
            all.addAll(variationsOf(Scenario.AGGREGATOR));
            return all;
        }
    },

    /** The case against waiting. */
    WAITING("waiting", "send and wait against fire and forget: waitForTaskToComplete Always, IfReplyExpected, Never") {
        @Override
        List<Variation> variations() {
            return variationsOf(Scenario.FIRE_AND_FORGET);
        }
    },

    /** Standard against pooling workflows. */
    WORKFLOW("workflow", "one consumer against threads(4), events off and on, a service of 0, 10 us and 1 ms") {
        @Override
        List<Variation> variations() {
            return variationsOf(Scenario.WORKFLOW);
        }
    };

    private final String id;
    private final String sentence;

    Suite(String id, String sentence) {
        this.id = id;
        this.sentence = sentence;
    }

    static List<String> ids() {
        return Arrays.stream(values()).map(Suite::id).toList();
    }

    static List<Variation> variationsOf(Scenario scenario) {
        return scenario.variations().stream()
                .map(name -> Variation.of(name.isEmpty() ? scenario.id() : scenario.id() + "/" + name))
                .toList();
    }

    String id() {
        return id;
    }

    String sentence() {
        return sentence;
    }

    abstract List<Variation> variations();
}
