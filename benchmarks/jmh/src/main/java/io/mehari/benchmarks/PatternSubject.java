package io.mehari.benchmarks;

/** The same patterns as users of each library write them; which of them is the scenario's name. */
public abstract class PatternSubject implements AutoCloseable {

    /** How many routes there are in the scenario {@code fifty}. */
    public static final int ROUTES = 50;

    /** How many messages become one in the scenario {@code aggregator}. */
    public static final int GROUP = 10;

    /** The implementation of that name, see {@link RouteSubject#of}. */
    public static PatternSubject of(String name) {
        return switch (name) {
            case "mehari" -> new MehariPatternSubject(false);
            case "mehari-pooled" -> new MehariPatternSubject(true);
            case "floor" -> new FloorPatternSubject();
            default -> Peers.load(name, "io.mehari.benchmarks.camel.CamelPatternSubject", PatternSubject.class);
        };
    }

    /** Adds the routes of a scenario, and starts. */
    public abstract void start(String scenario);

    /** Counts the messages that came through. */
    public abstract long received();

    /** Sends one body to the scenario's route of that number; those with one route have number 0. */
    public abstract void send(int route, Object body);

    @Override
    public abstract void close();
}
