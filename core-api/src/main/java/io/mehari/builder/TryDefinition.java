package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.builder.model.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps whose failures are caught here, before the error handler of the route sees them. */
public final class TryDefinition extends ProcessorDefinition<TryDefinition> {
    private final List<Node> tried = steps;
    private final List<Node.Catch> catches = list();
    private final List<Node> finallySteps = list();
    private @Nullable List<Class<? extends Throwable>> types;
    private @Nullable Predicate onWhen;
    private @Nullable String partId;

    TryDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    @Override
    TryDefinition tried(String branch) {
        return this;
    }

    /** Starts the steps for failures of these types. */
    TryDefinition addCatch(List<Class<? extends Throwable>> exceptions) {
        if (steps == finallySteps) {
            throw new IllegalStateException("doCatch(...) comes after doFinally(): move it before");
        }
        endCatch();
        types = exceptions;
        steps = list();
        return this;
    }

    /** Restricts the {@code doCatch} before it to failures that this predicate matches. */
    public TryDefinition onWhen(Predicate predicate) {
        given(predicate, "onWhen", "predicate", Arguments.PREDICATE);
        if (types == null) {
            throw new IllegalStateException("onWhen(...) must follow doCatch(...)");
        }
        onWhen = predicate;
        return this;
    }

    /** Starts the steps that always run. */
    TryDefinition addFinally() {
        if (steps == finallySteps) {
            throw new IllegalStateException(
                    "doFinally() is there already: a doTry has one, which may have several steps");
        }
        endCatch();
        steps = finallySteps;
        return this;
    }

    private void endCatch() {
        closeOpenBlock();
        if (types != null) {
            catches.add(new Node.Catch(types, onWhen, List.copyOf(steps), partId));
            partId = null;
        }
        types = null;
        onWhen = null;
    }

    /** Directly after {@code doCatch} or {@code doFinally} it is the id of that branch. */
    @Override
    void nameThis(String id) {
        if (steps == tried) {
            super.nameThis(id);
        } else {
            partId = id;
        }
    }

    /**
     * The {@code end()} of a block within {@code doCatch} or {@code doFinally} returns to that branch. The branch has
     * an {@code end()} of its own before the {@code end()} of the {@code doTry}.
     */
    @Override
    ProcessorDefinition<?> inside() {
        return steps == tried ? this : open(new HandlerDefinition(this));
    }

    @Override
    Node toNode() {
        endCatch();
        for (Node.Catch each : catches) {
            if (each.types().isEmpty()) {
                return new Node.Mistake(
                        "doTry",
                        new IllegalArgumentException("At least one Exception must be configured to catch"),
                        "give doCatch() a class, such as IOException.class");
            }
        }
        if (catches.isEmpty() && steps != finallySteps) {
            throw new IllegalStateException(
                    "doTry() has neither doCatch(...) nor doFinally(): add one, or leave doTry() out");
        }
        return new Node.Try(List.copyOf(tried), List.copyOf(catches), List.copyOf(finallySteps), partId);
    }
}
