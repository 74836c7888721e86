package io.mehari.scenarios;

import io.mehari.report.CommandLine;

/**
 * One variation of a scenario, and what a correct run of it delivers: each sent message as often as {@link #arrivalsOf}
 * says, and in the order of its sender if {@link #ordered} is true.
 *
 * @param scenario the scenario
 * @param name the name of the variation
 * @param senders how many threads call {@link Subject#send}
 * @param consumers how many threads take from the queue, if there is one
 */
public record Variation(Scenario scenario, String name, int senders, int consumers) {

    /** The number of bodies in a list of an aggregator. */
    public static final int GROUP = 100;

    /** The number of routes of a fan-out. */
    public static final int FAN = 3;

    /** The number of threads to which a workflow passes messages. */
    public static final int THREADS = 4;

    /** The capacity of each queue in messages. Senders wait while it is full. */
    public static final int CAPACITY = 1024;

    /** Parses an id such as {@code seda/2-3}. Without a name, it is the first variation of the scenario. */
    public static Variation of(String id) {
        int slash = id.indexOf('/');
        Scenario scenario = Scenario.of(slash < 0 ? id : id.substring(0, slash));
        String name = slash < 0 ? scenario.variations().get(0) : id.substring(slash + 1);
        if (slash >= 0) {
            CommandLine.named("scenario", id, scenario.variations(), each -> scenario.id() + "/" + each);
        }
        int dash = scenario == Scenario.SEDA || scenario == Scenario.DISRUPTOR ? name.indexOf('-') : -1;
        int senders = dash < 0 ? 1 : Integer.parseInt(name.substring(0, dash));
        int consumers = dash < 0 ? 1 : Integer.parseInt(name.substring(dash + 1));
        return new Variation(scenario, name, senders, consumers);
    }

    /**
     * This variation with another number of senders. Fails if the variation itself sets the number, or if a timer
     * sends.
     */
    public Variation withSenders(int count) {
        if (scenario == Scenario.CAMEL_23686 || scenario == Scenario.SEDA || scenario == Scenario.DISRUPTOR) {
            throw new IllegalArgumentException("The number of senders of " + id() + " is fixed");
        }
        if (count < 1 || count > Payload.MOST_SENDERS) {
            throw new IllegalArgumentException(count + " threads cannot send: choose 1 to " + Payload.MOST_SENDERS);
        }
        return new Variation(scenario, name, count, consumers);
    }

    /**
     * The id, which is also the group of its results: {@code seda/2-3}, or {@code fan-out} for a scenario without
     * variations.
     */
    public String id() {
        return name.isEmpty() ? scenario.id() : scenario.id() + "/" + name;
    }

    /**
     * Whether a timer of the subject sends from the start until it is closed. Then {@link Subject#send} is not called.
     */
    public boolean paced() {
        return scenario == Scenario.CAMEL_23686 && name.equals("paced");
    }

    /** Whether each sent body is a list of {@link Payload#RING} bodies, which must arrive individually. */
    public boolean sendsLists() {
        return scenario == Scenario.CAMEL_23686;
    }

    /** Whether the bodies have four different types in turn. */
    public boolean mixed() {
        return name.equals("mixed");
    }

    /** Whether the messages of one sending thread must arrive in order. */
    public boolean ordered() {
        return consumers == 1 && !threads() && (scenario != Scenario.AGGREGATOR || senders == 1);
    }

    /** How often a body must arrive that was sent once. */
    public int arrivalsOf(Object body) {
        return switch (scenario) {
            case FAN_OUT -> FAN;
            case FILTER -> Payload.isKept(body) ? 1 : 0;
            default -> 1;
        };
    }

    /**
     * The number of messages for this number of arrivals. Rates and costs refer to messages; each part of a list counts
     * as a message.
     */
    public double messages(double arrivals) {
        return switch (scenario) {
            case FAN_OUT -> arrivals / FAN;
            case FILTER -> arrivals * 2;
            default -> arrivals;
        };
    }

    /** For a workflow: whether its consumer passes messages to {@link #THREADS} threads. */
    public boolean threads() {
        return name.startsWith("threads/");
    }

    /** For a workflow: whether a listener gets the events of each exchange. */
    public boolean events() {
        return name.contains("/events-on/");
    }

    /** For a workflow: the service that its processor calls for each message. */
    public Runnable service() {
        if (name.endsWith("/10us")) {
            return Service::compute;
        }
        return name.endsWith("/1ms") ? Service::await : Service::idle;
    }

    @Override
    public String toString() {
        return id();
    }
}
