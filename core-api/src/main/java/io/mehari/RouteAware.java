package io.mehari;

import org.jspecify.annotations.Nullable;

/** A processor that gets the route in which it is a step. If several routes use one object, it gets each of them. */
public interface RouteAware {
    /** Called when the route is compiled, before it starts. */
    void setRoute(Route route);

    /** What {@link #setRoute} got last; null before the route starts. */
    @Nullable
    Route getRoute();
}
