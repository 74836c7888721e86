package io.mehari.builder;

import io.mehari.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route under construction: where it starts, its id, its steps. */
public final class RouteDefinition extends ProcessorDefinition<RouteDefinition> {
    private final @Nullable String fromUri;
    private final @Nullable Endpoint fromEndpoint;
    private final List<Node> steps = list();
    private @Nullable String id;
    private @Nullable String description;
    private boolean autoStartup = true;
    private int startupOrder = 1000;

    RouteDefinition(@Nullable String fromUri, @Nullable Endpoint fromEndpoint) {
        super(null);
        this.fromUri = fromUri;
        this.fromEndpoint = fromEndpoint;
    }

    public RouteDefinition routeId(String id) {
        this.id = id;
        return this;
    }

    public RouteDefinition routeDescription(String description) {
        this.description = description;
        return this;
    }

    /** Whether the route starts with the context; true unless said otherwise. */
    public RouteDefinition autoStartup(boolean autoStartup) {
        this.autoStartup = autoStartup;
        return this;
    }

    /** Routes with a lower order start earlier and stop later. */
    public RouteDefinition startupOrder(int startupOrder) {
        this.startupOrder = startupOrder;
        return this;
    }

    // ---- for the engine

    public @Nullable String getFromUri() {
        return fromUri;
    }

    public @Nullable Endpoint getFromEndpoint() {
        return fromEndpoint;
    }

    public @Nullable String getId() {
        return id;
    }

    public @Nullable String getDescription() {
        return description;
    }

    public boolean isAutoStartup() {
        return autoStartup;
    }

    public int getStartupOrder() {
        return startupOrder;
    }

    /** The steps, with all blocks ended. */
    public List<Node> getSteps() {
        closeOpenBlock();
        return List.copyOf(steps);
    }

    @Override
    RouteDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        throw new IllegalStateException("A route is not a part of another one");
    }
}
