package io.mehari.benchmarks;

import java.util.List;

/** The compared routes, each as a user of that library would write it. */
public abstract class RouteSubject implements AutoCloseable {

    /** An implementation: {@code mehari}, {@code mehari-pooled}, or a folder of jars such as {@code camel-4.22.0}. */
    public static RouteSubject of(String name) {
        return switch (name) {
            case "mehari" -> new MehariRouteSubject(false);
            case "mehari-pooled" -> new MehariRouteSubject(true);
            case "floor" -> new FloorRouteSubject();
            default -> Peers.load(name, "io.mehari.benchmarks.camel.CamelRouteSubject", RouteSubject.class);
        };
    }

    /** The number of messages that have arrived, so that no subject wins by losing messages. */
    public abstract long received();

    /** Sends one body to a direct route with one processor. */
    public abstract void send(Object body);

    /** Sends a list that is split; each part goes through direct, a choice, and direct again. */
    public abstract void sendSplit(List<String> parts);

    @Override
    public abstract void close();
}
