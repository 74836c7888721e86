package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that are repeated. {@code Exchange.LOOP_INDEX} is the index of the iteration. */
public final class LoopDefinition extends ProcessorDefinition<LoopDefinition> {
    private final @Nullable Expression count;
    private final @Nullable Predicate whileTrue;
    private final List<Node> steps = list();
    private boolean copy;
    private @Nullable Processor onPrepare;
    private boolean breaks;

    LoopDefinition(ProcessorDefinition<?> parent, @Nullable Expression count, @Nullable Predicate whileTrue) {
        super(parent);
        this.count = count;
        this.whileTrue = whileTrue;
    }

    /** Starts each iteration with the message from before the loop, instead of the result of the last iteration. */
    public LoopDefinition copy() {
        copy = true;
        return this;
    }

    /**
     * Calls this processor before each iteration, for example to make a deep copy of the body. If it throws, the loop
     * ends and the exchange fails.
     */
    public LoopDefinition onPrepare(Processor onPrepare) {
        Given.check(onPrepare, "onPrepare", "onPrepare", Given.PROCESSOR);
        this.onPrepare = onPrepare;
        return this;
    }

    /** Ends the loop after the current iteration if the route or the context is being stopped. */
    public LoopDefinition breakOnShutdown() {
        breaks = true;
        return this;
    }

    @Override
    LoopDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        return new Node.Loop(count, whileTrue, copy, onPrepare, breaks, List.copyOf(steps));
    }
}
