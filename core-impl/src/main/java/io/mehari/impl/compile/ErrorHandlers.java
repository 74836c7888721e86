package io.mehari.impl.compile;

import io.mehari.ExchangePattern;
import io.mehari.FailedToCreateRouteException;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.ErrorHandler;
import io.mehari.impl.engine.RouteCode;
import java.util.ArrayList;
import java.util.List;

/** Compiles what a route does with failures that none of its doTry blocks catches. */
final class ErrorHandlers {
    private ErrorHandlers() {}

    static ErrorHandler of(RouteEnvironment route, FailurePolicy policy) throws Exception {
        List<ErrorHandler.Clause> clauses = new ArrayList<>();
        for (FailurePolicy.Clause each : policy.clauses()) {
            if (each.handled() != null && each.continued() != null) {
                throw refusal(
                        route.routeId(),
                        "onException(" + FailurePolicy.names(each.types()) + ")",
                        new IllegalArgumentException("Only one of handled or continued is allowed to be configured"),
                        "handled(...) ends the route, and continued(...) continues it");
            }
            RouteCode steps = each.steps().isEmpty()
                    ? null
                    : RouteCompiler.unhandled(route, "onException" + RouteCompiler.INSIDE, each.steps());
            clauses.add(new ErrorHandler.Clause(each, steps));
        }
        String uri = policy.deadLetterUri();
        RouteCode deadLetters = uri == null
                ? null
                : RouteCompiler.unhandled(
                        route,
                        "deadLetterChannel" + RouteCompiler.INSIDE,
                        List.of(new Node.To(uri, null, ExchangePattern.InOnly)));
        return new ErrorHandler(
                route.engine(),
                route.routeId(),
                route.watch().watchers(),
                policy,
                clauses,
                deadLetters,
                route.aggregators().inflight());
    }

    static FailedToCreateRouteException refusal(
            String routeId, String place, IllegalArgumentException mistake, String remedy) {
        return new FailedToCreateRouteException(routeId, place + ": " + mistake.getMessage() + ": " + remedy, mistake);
    }
}
