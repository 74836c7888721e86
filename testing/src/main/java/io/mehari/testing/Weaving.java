package io.mehari.testing;

import io.mehari.Endpoint;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteDefinition;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Node;
import io.mehari.spi.internal.AsciiCase;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Copies the tree of a route's steps with changes: {@link AdviceWith}. */
final class Weaving {
    enum Place {
        BEFORE,
        INSTEAD,
        AFTER
    }

    private record Change(String id, Place place, RouteDefinition steps) {}

    private record Mocks(String pattern, Predicate<String> matching, boolean skip) {}

    private final RoutingContext context;
    private final List<Change> changes = new ArrayList<>();
    private final List<Mocks> mocks = new ArrayList<>();
    private final Set<String> ids = new TreeSet<>();
    private final Set<String> uris = new TreeSet<>();
    private final Set<Mocks> used = new HashSet<>();

    Weaving(RoutingContext context) {
        this.context = context;
    }

    void weave(String id, Place place, RouteDefinition steps) {
        changes.add(new Change(id, place, steps));
    }

    void mock(boolean skip, String... patterns) {
        for (String pattern : patterns) {
            mocks.add(new Mocks(pattern, AsciiCase.matcher(pattern), skip));
        }
    }

    /** What was not found; null if everything was. */
    @Nullable
    String complaint() {
        for (Change each : changes) {
            if (!ids.contains(each.id)) {
                return "no step with the id \"" + each.id + "\"; it has " + ids;
            }
        }
        for (Mocks each : mocks) {
            if (!used.contains(each)) {
                return "no endpoint that matches \"" + each.pattern + "\"; it sends to " + uris
                        + ", and to what expressions give";
            }
        }
        return null;
    }

    // ---- lists of steps

    List<Node> woven(List<Node> steps) {
        List<Node> woven = new ArrayList<>();
        for (Node each : steps) {
            woven.addAll(woven(each));
        }
        return woven;
    }

    /** Each step is a branch, and stays one. */
    private List<Node> wovenBranches(List<Node> branches) {
        List<Node> woven = new ArrayList<>();
        for (Node each : branches) {
            List<Node> branch = woven(each);
            if (branch.size() == 1) {
                woven.add(branch.get(0));
            } else if (!branch.isEmpty()) {
                woven.add(new Node.Pipeline(branch, null));
            }
        }
        return woven;
    }

    FailurePolicy woven(FailurePolicy policy) {
        List<FailurePolicy.Clause> clauses = new ArrayList<>();
        for (FailurePolicy.Clause each : policy.clauses()) {
            clauses.add(new FailurePolicy.Clause(
                    each.types(),
                    each.onWhen(),
                    each.handled(),
                    each.continued(),
                    each.redelivery(),
                    each.original(),
                    each.hooks(),
                    woven(each.steps())));
        }
        String mock = policy.deadLetterUri() == null ? null : mockOf(policy.deadLetterUri(), null);
        return new FailurePolicy(
                policy.handles(),
                mock == null ? policy.deadLetterUri() : mock,
                policy.handlesNewFailure(),
                policy.redelivery(),
                policy.original(),
                policy.hooks(),
                clauses);
    }

    List<Node.OnCompletion> wovenCompletions(List<Node.OnCompletion> completions) {
        List<Node.OnCompletion> woven = new ArrayList<>();
        for (Node.OnCompletion each : completions) {
            List<Node> steps = woven(each.steps());
            woven.add(
                    steps.equals(each.steps()) // one of a builder is one object for all its routes
                            ? each
                            : new Node.OnCompletion(
                                    each.ofBuilder(),
                                    each.onComplete(),
                                    each.onFailure(),
                                    each.onWhen(),
                                    each.parallel(),
                                    steps));
        }
        return woven;
    }

    // ---- one step

    private List<Node> woven(Node node) {
        List<Node> woven = new ArrayList<>(List.of(inside(node)));
        String id = node instanceof Node.Named named
                ? named.id()
                : node instanceof Node.Pipeline step ? step.stepId() : null;
        if (id != null) {
            ids.add(id);
            for (Change each : changes) {
                if (each.id.equals(id)) {
                    apply(each, woven);
                }
            }
        }
        return woven;
    }

    private static void apply(Change change, List<Node> woven) {
        List<Node> steps = change.steps.model().steps();
        if (change.place == Place.INSTEAD) {
            woven.clear();
        }
        woven.addAll(change.place == Place.BEFORE ? 0 : woven.size(), steps);
    }

    /** The step with what is in it changed. */
    private Node inside(Node node) {
        if (node instanceof Node.Named it) {
            return new Node.Named(it.id(), inside(it.node()));
        } else if (node instanceof Node.Pipeline it) {
            return new Node.Pipeline(woven(it.steps()), it.stepId());
        } else if (node instanceof Node.Filter it) {
            return new Node.Filter(it.predicate(), woven(it.steps()));
        } else if (node instanceof Node.Loop it) {
            return new Node.Loop(it.count(), it.whileTrue(), it.copy(), it.onPrepare(), woven(it.steps()));
        } else if (node instanceof Node.Split it) {
            return new Node.Split(it.parts(), it.group(), it.fan(), woven(it.steps()));
        } else if (node instanceof Node.Multicast it) {
            return new Node.Multicast(it.fan(), wovenBranches(it.steps()));
        } else if (node instanceof Node.Aggregate it) {
            return new Node.Aggregate(it.settings(), woven(it.steps()));
        } else if (node instanceof Node.Idempotent it) {
            return new Node.Idempotent(
                    it.key(), it.repository(), it.eager(), it.skipDuplicate(), it.removeOnFailure(), woven(it.steps()));
        } else if (node instanceof Node.Choice it) {
            List<Node.When> whens = new ArrayList<>();
            it.whens().forEach(each -> whens.add(new Node.When(each.predicate(), woven(each.steps()), each.id())));
            return new Node.Choice(whens, woven(it.otherwise()), it.otherwiseId());
        } else if (node instanceof Node.Try it) {
            List<Node.Catch> catches = new ArrayList<>();
            it.catches()
                    .forEach(each ->
                            catches.add(new Node.Catch(each.types(), each.onWhen(), woven(each.steps()), each.id())));
            return new Node.Try(woven(it.steps()), catches, woven(it.finallySteps()), it.finallyId());
        }
        return sending(node);
    }

    // ---- mocks

    private Node sending(Node node) {
        if (node instanceof Node.To it) {
            String mock = mockOf(it.uri(), it.endpoint());
            return mock == null ? node : mocked(node, it.uri(), it.endpoint(), new Node.To(mock, null, it.pattern()));
        } else if (node instanceof Node.WireTap it) {
            String mock = mockOf(it.template(), it.endpoint());
            return mock == null
                    ? node
                    : mocked(
                            node,
                            it.template(),
                            it.endpoint(),
                            new Node.WireTap(mock, null, null, it.copy(), it.onPrepare(), it.executor()));
        } else if (node instanceof Node.Enrich it && it.uri() != null) {
            String mock = mockOf(it.uri(), null);
            return mock == null
                    ? node
                    : mocked(node, it.uri(), null, new Node.Enrich(mock, null, it.strategy(), it.shareUnitOfWork()));
        }
        return node;
    }

    private Node mocked(Node node, @Nullable String uri, @Nullable Endpoint endpoint, Node mock) {
        boolean skip = mocks.stream().anyMatch(each -> each.skip && matches(each, text(uri, endpoint)));
        return skip ? mock : new Node.Pipeline(List.of(mock, node), null);
    }

    /** The URI of the mock for an endpoint; null if it is not to have one. */
    private @Nullable String mockOf(@Nullable String uri, @Nullable Endpoint endpoint) {
        String text = text(uri, endpoint);
        uris.add(SafeText.uri(text));
        boolean found = false;
        for (Mocks each : mocks) {
            if (matches(each, text)) {
                used.add(each);
                found = true;
            }
        }
        return found ? "mock:" + withoutOptions(text).replace("//", "") : null;
    }

    private String text(@Nullable String uri, @Nullable Endpoint endpoint) {
        return endpoint != null ? endpoint.getEndpointUri() : context.resolvePropertyPlaceholders(String.valueOf(uri));
    }

    private static boolean matches(Mocks mocks, String uri) {
        return mocks.matching.test(uri) || mocks.matching.test(withoutOptions(uri));
    }

    private static String withoutOptions(String uri) {
        int options = uri.indexOf('?');
        return options < 0 ? uri : uri.substring(0, options);
    }
}
