package io.mehari.load;

import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import java.util.ArrayList;
import java.util.List;

/**
 * What one run does.
 *
 * @param variation with as many senders and consumers as were asked for
 * @param rate messages a second, of all senders
 * @param count how many messages are measured
 * @param warmUp for how many seconds messages are sent before, as fast as they are taken
 * @param bytes how large each message's content is, made for it when it is sent; 0: bodies are made once and sent again
 * @param mix of which types bodies are, in turn
 */
record Plan(Variation variation, long rate, long count, double warmUp, int bytes, List<BodyType> mix) {

    /** A copy of the list. */
    Plan {
        mix = List.copyOf(mix);
    }

    /** Bodies of which types that variation takes, in turn. */
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
     * What a producer ends on a multiple of: so that no aggregator is left with a part of a group, and no list is
     * parted.
     */
    int unit() {
        if (variation.sendsLists()) {
            return Payload.RING;
        }
        return variation.scenario() == Scenario.AGGREGATOR ? Variation.GROUP : 1;
    }

    /** For how long it sends. */
    double seconds() {
        return (double) count / rate;
    }

    /** The group of its figures: the scenario, and after a slash all that makes them what they are. */
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
