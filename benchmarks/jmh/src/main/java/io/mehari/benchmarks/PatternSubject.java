package io.mehari.benchmarks;

/** The same patterns as users of each library write them. The name of the scenario selects the pattern. */
public abstract class PatternSubject implements AutoCloseable {

    /** The number of routes in the scenario {@code fifty}. */
    public static final int ROUTES = 50;

    /** The number of messages that become one in the scenario {@code aggregator}. */
    public static final int GROUP = 10;

    /** The implementation with that name, see {@link RouteSubject#of}. */
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

    /** The number of messages that have arrived. */
    public abstract long received();

    /** Sends one body to the route with that number in the scenario. If there is only one route, its number is 0. */
    public abstract void send(int route, Object body);

    @Override
    public abstract void close();
}
