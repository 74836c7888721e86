package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.model.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that are repeated. {@code Exchange.LOOP_INDEX} is the index of the iteration. */
public final class LoopDefinition extends ProcessorDefinition<LoopDefinition> {
    private final @Nullable Expression count;
    private final @Nullable Predicate whileTrue;
    private boolean copy;
    private @Nullable Processor onPrepare;

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
        this.onPrepare = given(onPrepare, "onPrepare", "onPrepare", Arguments.PROCESSOR);
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Loop(count, whileTrue, copy, onPrepare, List.copyOf(steps));
    }
}
