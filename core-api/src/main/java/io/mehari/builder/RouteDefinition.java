package io.mehari.builder;

import io.mehari.Endpoint;
import java.util.ArrayList;
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

    // ---- failures and ends

    /** What this route does about failures, instead of what its builder says. */
    public RouteDefinition errorHandler(ErrorHandlerBuilder errorHandler) {
        this.errorHandler = errorHandler;
        return this;
    }

    /** What this route does about failures of those types. Steps follow; {@code end()} goes back to the route. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final OnExceptionDefinition onException(Class<? extends Throwable>... types) {
        OnExceptionDefinition clause = new OnExceptionDefinition(this, List.of(types));
        onExceptions.add(clause);
        return open(clause);
    }

    /** What happens when an exchange of this route is done, instead of what the builder says. */
    public OnCompletionDefinition onCompletion() {
        OnCompletionDefinition completion = new OnCompletionDefinition(this);
        onCompletions.add(completion);
        return open(completion);
    }

    /** Called by the builder when everything was said. */
    void inherit(
            @Nullable ErrorHandlerBuilder outerHandler,
            List<OnExceptionDefinition> outerOnExceptions,
            List<OnCompletionDefinition> outerOnCompletions) {
        closeOpenBlock();
        ErrorHandlerBuilder handler = errorHandler != null ? errorHandler : outerHandler;
        List<OnExceptionDefinition> clauses = list();
        addLastFirst(onExceptions, clauses);
        addLastFirst(outerOnExceptions, clauses);
        failurePolicy = (handler != null ? handler : new ErrorHandlerBuilder(true, null)).build(clauses);
        completions = new ArrayList<>();
        for (OnCompletionDefinition each : onCompletions.isEmpty() ? outerOnCompletions : onCompletions) {
            completions.add(each.build());
        }
    }

    private static void addLastFirst(List<OnExceptionDefinition> from, List<OnExceptionDefinition> to) {
        for (int i = from.size() - 1; i >= 0; i--) {
            to.add(from.get(i));
        }
    }

    // ---- for the engine

    public FailurePolicy getFailurePolicy() {
        return failurePolicy;
    }

    public List<Node.OnCompletion> getOnCompletions() {
        return List.copyOf(completions);
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
