package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.Predicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that are repeated. {@code Exchange.LOOP_INDEX} is the index of the iteration. */
public final class LoopDefinition extends ProcessorDefinition<LoopDefinition> {
    private final @Nullable Expression count;
    private final @Nullable Predicate whileTrue;
    private final List<Node> steps = list();
    private boolean copy;

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
        return new Node.Loop(count, whileTrue, copy, List.copyOf(steps));
    }
}
