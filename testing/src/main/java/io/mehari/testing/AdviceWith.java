package io.mehari.testing;

import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Node;
import io.mehari.builder.model.RouteModel;
import io.mehari.impl.observe.ModelledRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes a route for a test, before it starts: replaces its input, puts mocks in the place of endpoints, and adds,
 * replaces or removes steps by their ids. What matches nothing is refused.
 */
public final class AdviceWith {
    private final RouteModel route;
    private final Weaving weaving;
    private final List<RouteDefinition> written = new ArrayList<>();
    private @Nullable String from;
    private @Nullable RouteDefinition first;
    private @Nullable RouteDefinition last;

    private AdviceWith(RoutingContext context, RouteModel route) {
        this.route = route;
        this.weaving = new Weaving(context);
    }

    /**
     * Changes a route of the context. It must not be started.
     *
     * @throws IllegalArgumentException if there is no such route, step or endpoint
     * @throws IllegalStateException if the route is started
     */
    public static void adviceWith(RoutingContext context, String routeId, Consumer<AdviceWith> advice) {
        Route route = context.getRoute(routeId);
        if (!(route instanceof ModelledRoute modelled)) {
            throw new IllegalArgumentException("adviceWith: there is no route \"" + routeId + "\"; there are "
                    + context.getRoutes().stream().map(Route::getRouteId).toList());
        }
        if (!route.getStatus().isStopped()) {
            throw new IllegalStateException("adviceWith: route \"" + routeId
                    + "\" is started; call it before the context starts, or stop the route first");
        }
        AdviceWith change = new AdviceWith(context, modelled.model());
        advice.accept(change);
        modelled.replaceWith(change.changed(routeId));
    }

    // ---- what to change

    /** The route starts with this endpoint instead. */
    public AdviceWith replaceFromWith(String uri) {
        from = uri;
        return this;
    }

    /**
     * Each endpoint to which the route sends and whose URI matches gets its messages as before, and so does a mock
     * before it, whose name is {@code mock:} and the URI without its options. A pattern is a URI, or the beginning of
     * one followed by {@code *}, or a regular expression; the options of an endpoint need not be given.
     */
    public AdviceWith mockEndpoints(String... patterns) {
        weaving.mock(false, patterns);
        return this;
    }

    /** Like {@link #mockEndpoints}, but nothing is sent to the endpoints themselves. */
    public AdviceWith mockEndpointsAndSkip(String... patterns) {
        weaving.mock(true, patterns);
        return this;
    }

    /** The step with this id. */
    public Step weaveById(String id) {
        return new Step(id);
    }

    /** Steps before all others: {@code weaveAddFirst().to("mock:in")}. */
    public RouteDefinition weaveAddFirst() {
        first = first == null ? steps() : first;
        return first;
    }

    /** Steps after all others. */
    public RouteDefinition weaveAddLast() {
        last = last == null ? steps() : last;
        return last;
    }

    /** What to do with a step. The methods return the place for steps: {@code replace().to("mock:out")}. */
    public final class Step {
        private final String id;

        private Step(String id) {
            this.id = id;
        }

        public RouteDefinition replace() {
            return change(Weaving.Place.INSTEAD);
        }

        public RouteDefinition before() {
            return change(Weaving.Place.BEFORE);
        }

        public RouteDefinition after() {
            return change(Weaving.Place.AFTER);
        }

        public void remove() {
            change(Weaving.Place.INSTEAD);
        }

        private RouteDefinition change(Weaving.Place place) {
            RouteDefinition steps = steps();
            weaving.weave(id, place, steps);
            return steps;
        }
    }

    private RouteDefinition steps() {
        RouteDefinition steps = new RouteBuilder() {
            @Override
            public void configure() {}
        }.from("direct:advice");
        written.add(steps);
        return steps;
    }

    // ---- the changed route

    private RouteModel changed(String routeId) {
        List<Node> steps = new ArrayList<>(steps(first));
        steps.addAll(weaving.woven(route.steps()));
        steps.addAll(steps(last));
        FailurePolicy failures = weaving.woven(route.failurePolicy());
        List<Node.OnCompletion> completions = weaving.wovenCompletions(route.completions());
        String complaint = weaving.complaint();
        if (complaint != null) {
            throw new IllegalArgumentException("adviceWith: route \"" + routeId + "\" has " + complaint);
        }
        List<Service> services = new ArrayList<>(route.services());
        written.forEach(each -> services.addAll(each.model().services()));
        return new RouteModel(
                from != null ? from : route.fromUri(),
                from != null ? null : route.from(),
                routeId,
                route.description(),
                route.autoStartup(),
                route.startupOrder(),
                route.shutdownRoute(),
                failures,
                completions,
                steps,
                services);
    }

    private static List<Node> steps(@Nullable RouteDefinition written) {
        return written == null ? List.of() : written.model().steps();
    }
}
