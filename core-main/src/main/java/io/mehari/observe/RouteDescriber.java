package io.mehari.observe;

import io.mehari.Description;
import io.mehari.Endpoint;
import io.mehari.Predicate;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RouteTimes;
import io.mehari.RoutingContext;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Node;
import io.mehari.builder.model.RouteModel;
import io.mehari.impl.observe.ModelledRoute;
import io.mehari.impl.observe.StepNames;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes a route by what the compiler of routes reads, whether it is started or not. Names are as in messages. */
record RouteDescriber(Route route, RouteModel model) {
    /*
     * Values that steps set are not shown: they may be secrets. Lambdas are not shown: they have no text.
     */
    private static final int LONGEST = 200;

    static final String CODE = "a condition in code";

    static RouteDescriber of(Route route) {
        return new RouteDescriber(route, ((ModelledRoute) route).model());
    }

    static Description of(RoutingContext context) {
        Facts facts = new Facts();
        facts.put("status", context.getStatus().name());
        facts.count(context.stats());
        List<Description> routes = new ArrayList<>();
        context.getRoutes().forEach(each -> routes.add(each.describe()));
        String name = SafeText.of(context.getName(), LONGEST);
        return new Description("context", name, name, null, facts, routes);
    }

    Description describe() {
        Facts facts = new Facts();
        facts.put("status", route.getStatus().name());
        facts.add("description", route.getDescription());
        facts.count(route.stats());
        RouteTimes times = route.times();
        if (times != null) {
            facts.put("timed", times.count());
            facts.put("meanMicros", times.meanNanos() / 1_000);
            facts.put("maxMicros", times.maxNanos() / 1_000);
        }
        List<Description> parts = steps(model.steps());
        FailurePolicy policy = model.failurePolicy();
        for (FailurePolicy.Clause each : policy.clauses()) {
            parts.add(clause(policy, each, new Facts()));
        }
        if (policy.deadLetterUri() != null || policy.redelivery().isPossible() || !policy.handles()) {
            parts.add(errorHandler(policy, new Facts()));
        }
        for (Node.OnCompletion each : model.completions()) {
            Facts when = new Facts();
            when.condition("if", each.onWhen());
            when.add("only", !each.onFailure() ? "onComplete" : each.onComplete() ? null : "onFailure");
            parts.add(part("onCompletion", "onCompletion", null, when, each.steps()));
        }
        String id = SafeText.of(route.getRouteId(), LONGEST);
        return new Description("route", id, id, SafeText.uri(route.getEndpoint().getEndpointUri()), facts, parts);
    }

    // ---- failures

    Description explain(Throwable failure) {
        Facts facts = new Facts();
        facts.add("note", FailureFacts.note(failure));
        String name = failure.getClass().getName() + " in route " + SafeText.of(route.getRouteId());
        List<Description> parts = FailureFacts.explain(this, model.failurePolicy(), failure);
        return new Description("failure", name, null, null, facts, parts);
    }

    /** A clause, with what it does and the steps that it runs. */
    Description clause(FailurePolicy policy, FailurePolicy.Clause clause, Facts facts) {
        facts.condition("if", clause.onWhen());
        FailureFacts.add(policy, clause, facts);
        String name = "onException(" + FailurePolicy.names(clause.types()) + ")";
        return part("onException", name, null, facts, clause.steps());
    }

    /** What applies if no clause does. */
    Description errorHandler(FailurePolicy policy, Facts facts) {
        FailureFacts.add(policy, null, facts);
        String kind = !policy.handles() ? "noErrorHandler" : "defaultErrorHandler";
        String uri = policy.deadLetterUri();
        String name = uri == null ? kind : "deadLetterChannel";
        return new Description(name, name, null, uri(uri, null), facts, List.of());
    }

    // ---- steps

    private Description part(String kind, String name, @Nullable String id, Facts facts, List<Node> steps) {
        return new Description(kind, name, id, null, facts, steps(steps));
    }

    private List<Description> steps(List<Node> nodes) {
        List<Description> steps = new ArrayList<>();
        for (Node each : nodes) {
            String name = StepNames.place(steps.size() + 1, each);
            Node node = each instanceof Node.Named named ? named.node() : each;
            String id = each instanceof Node.Named named ? named.id() : null;
            Facts facts = new Facts();
            facts.of(node);
            steps.add(new Description(StepNames.method(node), name, id, uri(node), facts, inside(node)));
        }
        return steps;
    }

    private List<Description> inside(Node node) {
        List<Description> parts = steps(node.steps());
        if (node instanceof Node.Choice choice) {
            for (Node.When each : choice.whens()) {
                Facts facts = new Facts();
                facts.condition("if", each.predicate());
                String name = StepNames.part("when " + (parts.size() + 1), each.id());
                parts.add(part("when", name, each.id(), facts, each.steps()));
            }
            addUnlessEmpty("otherwise", choice.otherwiseId(), choice.otherwise(), parts);
        } else if (node instanceof Node.Try tried) {
            int number = 1;
            for (Node.Catch each : tried.catches()) {
                Facts facts = new Facts();
                facts.put("types", FailurePolicy.names(each.types()));
                facts.condition("if", each.onWhen());
                String name = StepNames.part("doCatch " + number++, each.id());
                parts.add(part("doCatch", name, each.id(), facts, each.steps()));
            }
            addUnlessEmpty("doFinally", tried.finallyId(), tried.finallySteps(), parts);
        }
        return parts;
    }

    private void addUnlessEmpty(String kind, @Nullable String id, List<Node> steps, List<Description> parts) {
        if (!steps.isEmpty()) {
            parts.add(part(kind, StepNames.part(kind, id), id, new Facts(), steps));
        }
    }

    private @Nullable String uri(Node node) {
        if (node instanceof Node.To to) {
            return uri(to.uri(), to.endpoint());
        } else if (node instanceof Node.WireTap tap) {
            return uri(tap.template(), tap.endpoint());
        } else if (node instanceof Node.DynamicTo to) {
            return uri(to.template(), null);
        } else if (node instanceof Node.Enrich enrich) {
            return uri(enrich.uri(), null);
        }
        return node instanceof Node.PollEnrich poll ? uri(poll.uri(), null) : null;
    }

    /** Without its secrets. A placeholder without a value stays: the route cannot start, but it can be looked at. */
    private @Nullable String uri(@Nullable String uri, @Nullable Endpoint endpoint) {
        try {
            String known = uri == null ? null : route.getContext().resolvePropertyPlaceholders(uri);
            String used = endpoint == null ? known : endpoint.getEndpointUri();
            return used == null ? null : SafeText.uri(used);
        } catch (IllegalArgumentException e) {
            return SafeText.uri(uri);
        }
    }

    /** Null for an object that has only the text of {@link Object#toString}, such as a lambda. */
    static @Nullable String textOf(@Nullable Object value) {
        String text = SafeText.of(value, LONGEST);
        boolean none = value == null || text.startsWith(value.getClass().getName() + "@");
        return none || text.contains("$$Lambda") ? null : text;
    }

    /** What is known about a part, in order. What is not set is left out. */
    static final class Facts extends LinkedHashMap<String, Object> {
        void add(String name, @Nullable Object value) {
            String text = textOf(value);
            if (text != null) {
                put(name, text);
            }
        }

        void count(RouteStats stats) {
            put("inflight", stats.inflight());
            put("pending", stats.pending());
            put("completed", stats.completed());
            put("failed", stats.failed());
            some("redelivered", stats.redelivered());
            some("handled", stats.handled());
            some("deadLettered", stats.deadLettered());
            some("refused", stats.refused());
            some("expired", stats.expired());
            some("discarded", stats.discarded());
            some("openGroups", stats.openGroups());
            some("lag", stats.lag());
        }

        private void some(String name, long count) {
            if (count != 0) {
                put(name, count);
            }
        }

        void condition(String name, @Nullable Predicate condition) {
            if (condition != null) {
                put(name, CODE);
                add(name, condition);
            }
        }

        void of(Node node) {
            if (node instanceof Node.Filter filter) {
                condition("if", filter.predicate());
            } else if (node instanceof Node.Validate validate) {
                condition("if", validate.predicate());
            } else if (node instanceof Node.Aggregate aggregate) {
                AggregateSettings.Completion when = aggregate.settings().completion();
                add("key", aggregate.settings().key());
                add("completionSize", when.size() == 0 ? when.sizeOf() : (Object) when.size());
                add("completionTimeout", when.timeout());
            } else {
                add("of", value(node));
            }
        }

        private static @Nullable Object value(Node node) {
            if (node instanceof Node.SetHeader it) {
                return it.name();
            } else if (node instanceof Node.SetProperty it) {
                return it.name();
            } else if (node instanceof Node.Own it) {
                return it.of();
            } else if (node instanceof Node.Loop it) {
                return it.count() == null ? it.whileTrue() : it.count();
            } else if (node instanceof Node.Delay it) {
                return it.millis();
            }
            return node instanceof Node.Split it ? it.parts() : null;
        }
    }
}
