package io.mehari.load;

import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.util.ArrayList;
import java.util.List;

/**
 * The task of one run.
 *
 * @param variation the variation, with the requested number of senders and consumers
 * @param rate messages a second of all senders together
 * @param count how many messages are measured
 * @param warmUp for how many seconds messages are sent before the measurement, as fast as they are accepted
 * @param bytes the size of each message's content, which is created when the message is sent; 0: bodies are created
 *     once and sent again
 * @param mix the types of the bodies, in turn
 */
record Plan(Variation variation, long rate, long count, double warmUp, int bytes, List<BodyType> mix) {

    /** Copies the list. */
    Plan {
        mix = List.copyOf(mix);
    }

    /** The types of bodies that the variation sends by default, in turn. */
    static List<BodyType> usualMix(Variation variation) {
        if (variation.sendsLists()) {
            return List.of(BodyType.TEXT);
        }
        return variation.mixed()
                ? List.of(BodyType.TEXT, BodyType.NUMBER, BodyType.FILE, BodyType.PARCEL)
                : List.of(BodyType.PARCEL);
    }

    Schedule schedule() {
        return new Schedule(rate, variation.senders(), variation.sendsLists() ? Payload.RING : 1);
    }

    /**
     * A producer sends a multiple of this number of messages, so that no aggregator has an incomplete group, and no
     * list is split.
     */
    int unit() {
        if (variation.sendsLists()) {
            return Payload.RING;
        }
        return variation.scenario() == Scenario.AGGREGATOR ? Variation.GROUP : 1;
    }

    /** The duration of sending. */
    double seconds() {
        return (double) count / rate;
    }

    /** The group of its figures: the scenario, and after a slash all settings that affect the figures. */
    String group() {
        List<String> parts = new ArrayList<>();
        if (!variation.name().isEmpty()) {
            parts.add(variation.name());
        }
        Scenario scenario = variation.scenario();
        if (scenario != Scenario.SEDA && scenario != Scenario.DISRUPTOR) {
            add(parts, variation.senders(), "producers");
            add(parts, variation.consumers(), "consumers");
        }
        parts.add(rate + " a second");
        if (bytes > 0) {
            parts.add(bytes + " B");
        }
        if (!mix.equals(usualMix(variation))) {
            parts.add(BodyType.names(mix));
        }
        return scenario.id() + "/" + String.join(", ", parts);
    }

    private static void add(List<String> parts, int count, String what) {
        if (count > 1) {
            parts.add(count + " " + what);
        }
    }

    /** As a command line, which {@link #of} reads. */
    List<String> toArguments() {
        return List.of(
                variation.id(),
                Integer.toString(variation.senders()),
                Integer.toString(variation.consumers()),
                Long.toString(rate),
                Long.toString(count),
                Double.toString(warmUp),
                Integer.toString(bytes),
                BodyType.names(mix));
    }

    static Plan of(List<String> arguments) {
        String id = arguments.get(0);
        int slash = id.indexOf('/');
        Scenario scenario = Scenario.of(slash < 0 ? id : id.substring(0, slash));
        return new Plan(
                new Variation(
                        scenario,
                        slash < 0 ? "" : id.substring(slash + 1),
                        Integer.parseInt(arguments.get(1)),
                        Integer.parseInt(arguments.get(2))),
                Long.parseLong(arguments.get(3)),
                Long.parseLong(arguments.get(4)),
                Double.parseDouble(arguments.get(5)),
                Integer.parseInt(arguments.get(6)),
                BodyType.list(arguments.get(7)));
    }
}
