package io.mehari.scenarios;

import io.mehari.report.CommandLine;

/**
 * One form of a scenario, and what a right run of it delivers: {@link #arrivalsOf} for each message sent, each as often
 * as it should, and in the order of its sender where {@link #ordered}.
 *
 * @param scenario what is done
 * @param name which form, one of the scenario's
 * @param senders how many threads call {@link Subject#send}
 * @param consumers how many threads take from the queue, where there is one
 */
public record Variation(Scenario scenario, String name, int senders, int consumers) {

    /** How many bodies an aggregator makes a list of. */
    public static final int GROUP = 100;

    /** How many routes a fan-out sends to. */
    public static final int FAN = 3;

    /** How many threads a workflow hands on to. */
    public static final int THREADS = 4;

    /** For how many messages each queue has room. Senders wait while it is full. */
    public static final int CAPACITY = 1024;

    /** Written as {@code seda/2-3}; the scenario's first variation where no name follows. */
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

    /** The same with more threads that send, where they are not part of the variation and no timer does it. */
    public Variation withSenders(int count) {
        if (scenario == Scenario.CAMEL_23686 || scenario == Scenario.SEDA || scenario == Scenario.DISRUPTOR) {
            throw new IllegalArgumentException("The number of senders of " + id() + " is fixed");
        }
        if (count < 1 || count > Payload.MOST_SENDERS) {
            throw new IllegalArgumentException(count + " threads cannot send: choose 1 to " + Payload.MOST_SENDERS);
        }
        return new Variation(scenario, name, count, consumers);
    }

    /** The group of its results: {@code seda/2-3}, or {@code fan-out} where there is nothing to vary. */
    public String id() {
        return name.isEmpty() ? scenario.id() : scenario.id() + "/" + name;
    }

    /** Whether the subject's own timer sends, from the start until it is closed; {@link Subject#send} is not called. */
    public boolean paced() {
        return scenario == Scenario.CAMEL_23686 && name.equals("paced");
    }

    /** Whether what is sent is a list of {@link Payload#RING} bodies, each of which is to arrive by itself. */
    public boolean sendsLists() {
        return scenario == Scenario.CAMEL_23686;
    }

    /** Whether bodies are of four types in turn. */
    public boolean mixed() {
        return name.equals("mixed");
    }

    /** Whether what one thread sends arrives in that order. */
    public boolean ordered() {
        return consumers == 1 && !threads() && (scenario != Scenario.AGGREGATOR || senders == 1);
    }

    /** How often a body is to arrive that was sent once. */
    public int arrivalsOf(Object body) {
        return switch (scenario) {
            case FAN_OUT -> FAN;
            case FILTER -> Payload.isKept(body) ? 1 : 0;
            default -> 1;
        };
    }

    /**
     * How many messages were sent when so many arrived: what rates and costs are told of; parts count by themselves.
     */
    public double messages(double arrivals) {
        return switch (scenario) {
            case FAN_OUT -> arrivals / FAN;
            case FILTER -> arrivals * 2;
            default -> arrivals;
        };
    }

    /** In a workflow: whether its consumer hands on to {@link #THREADS} threads. */
    public boolean threads() {
        return name.startsWith("threads/");
    }

    /** In a workflow: whether a listener is told of each exchange's events. */
    public boolean events() {
        return name.contains("/events-on/");
    }

    /** In a workflow: what its processor calls for each message. */
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
