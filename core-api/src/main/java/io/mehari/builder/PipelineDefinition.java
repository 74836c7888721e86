package io.mehari.builder;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that run in order, as one step. */
public final class PipelineDefinition extends ProcessorDefinition<PipelineDefinition> {
    private final List<Node> steps = list();

    private final @Nullable String stepId;

    PipelineDefinition(ProcessorDefinition<?> parent, @Nullable String stepId) {
        super(parent);
        this.stepId = stepId;
        if (stepId != null) {
            nameThis(stepId);
        }
    }

    @Override
    PipelineDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        return new Node.Pipeline(List.copyOf(steps), stepId);
    }
}
