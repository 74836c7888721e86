package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.builder.model.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that run when an exchange is done, on a copy of it. */
public final class OnCompletionDefinition extends ProcessorDefinition<OnCompletionDefinition> {
    private final boolean ofBuilder;
    private @Nullable Predicate onWhen;
    private boolean onComplete = true;
    private boolean onFailure = true;
    private boolean parallel;
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
        onWhen = given(predicate, "onWhen", "predicate", Arguments.PREDICATE);
        return this;
    }

    /** Runs on a thread of the context's shared pool. */
    public OnCompletionDefinition parallelProcessing() {
        parallel = true;
        return this;
    }

    /** Returns the same object on each call. */
    Node.OnCompletion build() {
        if (built == null) {
            closeOpenBlock();
            built = new Node.OnCompletion(ofBuilder, onComplete, onFailure, onWhen, parallel, List.copyOf(steps));
        }
        return built;
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        // the route has kept it since it was opened
    }
}
