package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.ShutdownRoute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The description of a route: where it starts, its id and its steps. */
public final class RouteDefinition extends ProcessorDefinition<RouteDefinition> {
    /** The startup order of a route that does not set one. */
    public static final int NO_ORDER = 1000;

    private final @Nullable String fromUri;
    private final @Nullable Endpoint fromEndpoint;
    private final List<Node> steps = list();
    private @Nullable String id;
    private @Nullable String description;
    private boolean autoStartup = true;
    private int startupOrder = NO_ORDER;
    private ShutdownRoute shutdownRoute = ShutdownRoute.Default;
    private @Nullable Long delayer;
    private boolean tracing;
    private final List<OnExceptionDefinition> onExceptions = list();
    private final List<OnCompletionDefinition> onCompletions = list();
    private @Nullable ErrorHandlerBuilder errorHandler;
    private FailurePolicy failurePolicy = FailurePolicy.DEFAULT;
    private List<Node.OnCompletion> completions = List.of();

    RouteDefinition(@Nullable String fromUri, @Nullable Endpoint fromEndpoint) {
        super(null);
        this.fromUri = fromUri;
        this.fromEndpoint = fromEndpoint;
    }

    public RouteDefinition routeId(String id) {
        Given.check(id, "routeId", "id", "a name");
        this.id = id;
        return this;
    }

    @Override
    void nameThis(String id) {
        routeId(id);
    }

    public RouteDefinition routeDescription(String description) {
        Given.check(description, "routeDescription", "description", "a text");
        this.description = description;
        return this;
    }

    /** Same as {@link #routeDescription}. */
    public RouteDefinition description(String description) {
        Given.check(description, "description", "description", "a text");
        return routeDescription(description);
    }

    /** Whether the route starts with the context; true by default. */
    public RouteDefinition autoStartup(boolean autoStartup) {
        this.autoStartup = autoStartup;
        return this;
    }

    /** Routes with a lower order start earlier and stop later. Two routes must not have the same number. */
    public RouteDefinition startupOrder(int startupOrder) {
        this.startupOrder = startupOrder;
        return this;
    }

    /** When a stop of the context closes the intake of this route. */
    public RouteDefinition shutdownRoute(ShutdownRoute shutdownRoute) {
        Given.check(shutdownRoute, "shutdownRoute", "shutdownRoute", "Default or Defer");
        this.shutdownRoute = shutdownRoute;
        return this;
    }

    /**
     * Delays each message by this many milliseconds before each step of this route, instead of {@link
     * io.mehari.RoutingContext#setDelayer}; for demonstrations and tests.
     */
    public RouteDefinition delayer(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("delayer(" + millis + ") is negative: give 0 or more");
        }
        delayer = millis;
        return this;
    }

    /** Does not delay messages before the steps of this route. */
    public RouteDefinition noDelayer() {
        return delayer(0);
    }

    /** Logs each step of this route with the logger {@code io.mehari.trace}. */
    public RouteDefinition tracing() {
        tracing = true;
        return this;
    }

    // ---- error handling and completion

    /** Sets the error handler of this route, instead of the one of its builder. */
    public RouteDefinition errorHandler(ErrorHandlerBuilder errorHandler) {
        Given.check(errorHandler, "errorHandler", "errorHandler", Given.ERROR_HANDLER);
        this.errorHandler = errorHandler;
        return this;
    }

    OnExceptionDefinition addOnException(List<Class<? extends Throwable>> types) {
        OnExceptionDefinition clause = new OnExceptionDefinition(this, types);
        onExceptions.add(clause);
        return open(clause);
    }

    OnCompletionDefinition addOnCompletion() {
        OnCompletionDefinition completion = new OnCompletionDefinition(this);
        onCompletions.add(completion);
        return open(completion);
    }

    /** Looks up what the error handler of this route names. */
    void findNamed(RoutingContext context) {
        if (errorHandler != null) {
            errorHandler.findNamed(context);
        }
    }

    /** Called by the builder at the end of {@code configure()}. */
    void inherit(
            @Nullable ErrorHandlerBuilder outerHandler,
            List<OnExceptionDefinition> outerOnExceptions,
            List<OnCompletionDefinition> outerOnCompletions) {
        closeOpenBlock();
        ErrorHandlerBuilder handler = errorHandler != null ? errorHandler : outerHandler;
        List<OnExceptionDefinition> clauses = list();
        addInOrder(onExceptions, clauses);
        addInOrder(outerOnExceptions, clauses);
        failurePolicy = handler == null && clauses.isEmpty()
                ? FailurePolicy.DEFAULT
                : (handler != null ? handler : new ErrorHandlerBuilder(true, null)).build(clauses);
        completions = new ArrayList<>();
        for (OnCompletionDefinition each : onCompletions.isEmpty() ? outerOnCompletions : onCompletions) {
            completions.add(each.build());
        }
    }

    /**
     * Adds clauses in the order in which they are evaluated. Of two clauses for the same type without {@code onWhen}
     * the later one comes first, so it replaces the earlier.
     */
    private static void addInOrder(List<OnExceptionDefinition> from, List<OnExceptionDefinition> to) {
        int begin = to.size();
        for (OnExceptionDefinition each : from) {
            int at = to.size();
            for (int i = to.size() - 1; i >= begin; i--) {
                at = each.replaces(to.get(i)) ? i : at;
            }
            to.add(at, each);
        }
    }

    // ---- for the engine

    public FailurePolicy getFailurePolicy() {
        return failurePolicy;
    }

    public List<Node.OnCompletion> getOnCompletions() {
        return List.copyOf(completions);
    }

    /** Whether the original message must be kept. */
    public boolean needsOriginal() {
        boolean needs = failurePolicy.needsOriginal();
        for (Node.OnCompletion each : completions) {
            needs |= each.original() != FailurePolicy.Original.NOTHING;
        }
        return needs;
    }

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

    public ShutdownRoute getShutdownRoute() {
        return shutdownRoute;
    }

    /** The milliseconds before each step; null for those of the context. */
    public @Nullable Long getDelayer() {
        return delayer;
    }

    public boolean isTracing() {
        return tracing;
    }

    public boolean isAutoStartup() {
        return autoStartup;
    }

    public int getStartupOrder() {
        return startupOrder;
    }

    /** The steps; ends all open blocks. */
    public List<Node> getSteps() {
        closeOpenBlock();
        return List.copyOf(steps);
    }

    /** The services in this description, except endpoints. Each is listed once. They start and stop with the route. */
    public List<Service> getServices() {
        return new ServicesGiven()
                .lookInto(getSteps())
                .lookInto(failurePolicy)
                .lookInto(completions)
                .found();
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
        throw new IllegalStateException("A route is not a step of another route");
    }
}
