package io.mehari.builder;

import io.mehari.Predicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps for when an exchange is done, on a copy of it as it was then. */
public final class OnCompletionDefinition extends ProcessorDefinition<OnCompletionDefinition> {
    private final List<Node> steps = list();
    private @Nullable Predicate onWhen;
    private boolean onComplete = true;
    private boolean onFailure = true;
    private boolean beforeConsumer;
    private boolean parallel;

    OnCompletionDefinition(@Nullable RouteDefinition parent) {
        super(parent);
    }

    /** Only for exchanges that did not fail. */
    public OnCompletionDefinition onCompleteOnly() {
        mustBeBoth();
        onFailure = false;
        return this;
    }

    /** Only for those that failed. */
    public OnCompletionDefinition onFailureOnly() {
        mustBeBoth();
        onComplete = false;
        return this;
    }

    private void mustBeBoth() {
        if (!onComplete || !onFailure) {
            throw new IllegalArgumentException(
                    "onCompleteOnly and onFailureOnly exclude each other: without either, all exchanges count");
        }
    }

    /** Only for those that match. */
    public OnCompletionDefinition onWhen(Predicate predicate) {
        onWhen = predicate;
        return this;
    }

    /** Runs at the end of the route, on the exchange itself, so that whoever sent it sees what these steps change. */
    public OnCompletionDefinition modeBeforeConsumer() {
        beforeConsumer = true;
        return this;
    }

    /** Runs when everything is done; the default. */
    public OnCompletionDefinition modeAfterConsumer() {
        beforeConsumer = false;
        return this;
    }

    /** Runs on a thread of the context's shared pool. */
    public OnCompletionDefinition parallelProcessing() {
        parallel = true;
        return this;
    }

    Node.OnCompletion build() {
        closeOpenBlock();
        if (beforeConsumer && parallel) {
            throw new IllegalArgumentException(
                    "onCompletion: parallelProcessing has no meaning with modeBeforeConsumer, which the sender waits for");
        }
        return new Node.OnCompletion(onComplete, onFailure, onWhen, beforeConsumer, parallel, List.copyOf(steps));
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
        // the route knows it since it was opened
    }

    @Override
    Node toNode() {
        throw new IllegalStateException("onCompletion is not a step");
    }
}
