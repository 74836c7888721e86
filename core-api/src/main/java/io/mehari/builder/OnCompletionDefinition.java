package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.builder.FailurePolicy.Original;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that run when an exchange is done, on a copy of it. */
public final class OnCompletionDefinition extends ProcessorDefinition<OnCompletionDefinition> {
    private final boolean ofBuilder;
    private final List<Node> steps = list();
    private @Nullable Predicate onWhen;
    private boolean onComplete = true;
    private boolean onFailure = true;
    private boolean beforeConsumer;
    private boolean parallel;
    private Original original = Original.NOTHING;
    private Node.@Nullable OnCompletion built;

    OnCompletionDefinition(@Nullable RouteDefinition parent) {
        super(parent);
        ofBuilder = parent == null;
    }

    /** Runs only for exchanges that have not failed. */
    public OnCompletionDefinition onCompleteOnly() {
        mustBeBoth();
        onFailure = false;
        return this;
    }

    /** Runs only for exchanges that have failed. */
    public OnCompletionDefinition onFailureOnly() {
        mustBeBoth();
        onComplete = false;
        return this;
    }

    private void mustBeBoth() {
        if (!onComplete || !onFailure) {
            throw new IllegalArgumentException(
                    "onCompleteOnly and onFailureOnly exclude each other: leave out both for all exchanges");
        }
    }

    /** Runs only for exchanges that match this predicate. */
    public OnCompletionDefinition onWhen(Predicate predicate) {
        Given.check(predicate, "onWhen", "predicate", Given.PREDICATE);
        onWhen = predicate;
        return this;
    }

    /** Runs at the end of the route on the exchange itself, so that the sender sees what these steps change. */
    public OnCompletionDefinition modeBeforeConsumer() {
        beforeConsumer = true;
        return this;
    }

    /** Runs after the exchange is done; the default. */
    public OnCompletionDefinition modeAfterConsumer() {
        beforeConsumer = false;
        return this;
    }

    /** Runs on a thread of the context's shared pool. */
    public OnCompletionDefinition parallelProcessing() {
        parallel = true;
        return this;
    }

    /** Gives the steps the message as it was when it entered the first route, instead of as it is at the end. */
    public OnCompletionDefinition useOriginalMessage() {
        original = Original.MESSAGE;
        return this;
    }

    /** Like {@link #useOriginalMessage()}, but only for the body. The headers are those at the end. */
    public OnCompletionDefinition useOriginalBody() {
        original = Original.BODY;
        return this;
    }

    /** Returns the same object on each call. */
    Node.OnCompletion build() {
        Node.OnCompletion node = built;
        if (node == null) {
            node = newNode();
            built = node;
        }
        return node;
    }

    private Node.OnCompletion newNode() {
        closeOpenBlock();
        if (beforeConsumer && parallel) {
            throw new IllegalArgumentException(
                    "onCompletion: parallelProcessing and modeBeforeConsumer exclude each other, because the"
                            + " sender waits for the steps");
        }
        return new Node.OnCompletion(
                ofBuilder, onComplete, onFailure, onWhen, beforeConsumer, parallel, original, List.copyOf(steps));
    }

    @Override
    OnCompletionDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        // the route has kept it since it was opened
    }

    @Override
    Node toNode() {
        throw new IllegalStateException("onCompletion is not a step");
    }
}
