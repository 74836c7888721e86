package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.ShutdownRoute;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Node;
import io.mehari.builder.model.RouteModel;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The description of a route: where it starts, its id and its steps. */
public final class RouteDefinition extends ProcessorDefinition<RouteDefinition> {
    private final @Nullable String fromUri;
    private final @Nullable Endpoint fromEndpoint;
    private @Nullable String id;
    private @Nullable String description;
    private boolean autoStartup = true;
    private int startupOrder = RouteModel.NO_ORDER;
    private ShutdownRoute shutdownRoute = ShutdownRoute.Default;
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
        this.id = text(Arguments.check(id, "routeId", "id", "a name"));
        Arguments.require(!this.id.isBlank(), "routeId(id): id is blank; give a name, or leave it out");
        return this;
    }

    @Override
    void nameThis(String id) {
        routeId(id);
    }

    @Override
    public String toString() {
        return "the route "
                + (id != null ? id : "from " + (fromEndpoint != null ? fromEndpoint : SafeText.uri(fromUri)));
    }

    public RouteDefinition description(String description) {
        this.description = text(Arguments.check(description, "description", "description", "a text"));
        return this;
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
        this.shutdownRoute = Arguments.check(shutdownRoute, "shutdownRoute", "shutdownRoute", "Default or Defer");
        return this;
    }

    // ---- error handling and completion

    /** Sets the error handler of this route, instead of the one of its builder. */
    public RouteDefinition errorHandler(ErrorHandlerBuilder errorHandler) {
        this.errorHandler = Arguments.check(errorHandler, "errorHandler", "errorHandler", Arguments.ERROR_HANDLER);
        return this;
    }

    @Override
    RouteDefinition route(String clause) {
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
                : (handler != null ? handler : new ErrorHandlerBuilder(true, null)).build(clauses, services);
        checkLate(failurePolicy.redelivery().retryWhile());
        for (FailurePolicy.Clause clause : failurePolicy.clauses()) {
            checkLate(clause.redelivery().retryWhile());
        }
        completions = new ArrayList<>();
        for (OnCompletionDefinition each : onCompletions.isEmpty() ? outerOnCompletions : onCompletions) {
            completions.add(each.build());
            services.addAll(each.services);
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

    /** For the engine: what was described. It ends all open blocks. */
    public RouteModel model() {
        closeOpenBlock();
        return new RouteModel(
                fromUri,
                fromEndpoint,
                id,
                description,
                autoStartup,
                startupOrder,
                shutdownRoute,
                failurePolicy,
                List.copyOf(completions),
                List.copyOf(steps),
                services.found());
    }
}
