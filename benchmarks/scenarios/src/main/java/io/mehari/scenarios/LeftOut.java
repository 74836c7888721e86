package io.mehari.scenarios;

/** Why a subject does not run a variation, in one sentence; empty if it does. */
final class LeftOut {
    private static final String NO_ROUTES =
            "A bare queue has no routes: here it would only call a method, which is not comparable.";
    private static final String NO_RING = "It has no ring in addition to its queue: see seda.";

    private LeftOut() {}

    static String nowhere(Variation variation) {
        return "";
    }

    /** Camel in a release without camel-disruptor. */
    static String ofCamel(Variation variation) {
        return variation.scenario() == Scenario.DISRUPTOR ? "There is no camel-disruptor of this release." : "";
    }

    static String ofCamelDisruptor(Variation variation) {
        return variation.scenario() == Scenario.DISRUPTOR
                ? ""
                : "It is the last release with camel-disruptor, so only that is measured.";
    }

    static String ofSpringIntegration(Variation variation) {
        if (variation.scenario() == Scenario.FIRE_AND_FORGET && variation.name().equals("never")) {
            return "It has no request whose sender continues: one-way sends are under if-reply-expected.";
        }
        return variation.scenario() == Scenario.DISRUPTOR ? NO_RING : "";
    }

    static String ofVertx(Variation variation) {
        return variation.scenario() == Scenario.DISRUPTOR ? NO_RING : "";
    }

    /** The floor is one object and one call. It is no minimum for scenarios with a timer, a queue, or threads. */
    static String ofFloor(Variation variation) {
        return switch (variation.scenario()) {
            case SEDA -> "The floor of a queue is the bare queue, raw-jctools.";
            case DISRUPTOR -> "The floor of a ring is the bare ring, raw-disruptor.";
            case FIRE_AND_FORGET, WORKFLOW -> "It has no queue and no threads.";
            case AGGREGATOR ->
                variation.senders() > 1 ? "It has no lock, which several senders of one group need." : "";
            default -> variation.paced() ? "It has no timer." : "";
        };
    }

    /** A queue with threads. It supports a service and a sender that waits. */
    static String ofArrayBlockingQueue(Variation variation) {
        return switch (variation.scenario()) {
            case SEDA -> "";
            case DISRUPTOR -> NO_RING;
            case FIRE_AND_FORGET ->
                variation.name().equals("never") ? "A bare queue has no requests: see if-reply-expected." : "";
            case WORKFLOW -> variation.events() ? "A bare queue has no events." : "";
            default -> NO_ROUTES;
        };
    }

    static String ofJctools(Variation variation) {
        return switch (variation.scenario()) {
            case SEDA -> "";
            case DISRUPTOR -> NO_RING;
            case FIRE_AND_FORGET, WORKFLOW -> "It would differ from array-blocking-queue in the queue, as under seda.";
            default -> NO_ROUTES;
        };
    }

    static String ofDisruptor(Variation variation) {
        return switch (variation.scenario()) {
            case DISRUPTOR -> "";
            case SEDA -> "It is the ring that disruptor stands beside.";
            case FIRE_AND_FORGET, WORKFLOW ->
                "It would differ from array-blocking-queue in the queue, as under disruptor.";
            default -> NO_ROUTES;
        };
    }
}
