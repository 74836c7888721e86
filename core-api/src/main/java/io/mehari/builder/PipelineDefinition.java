package io.mehari.builder;

import io.mehari.builder.model.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that run in order, as one step. */
public final class PipelineDefinition extends ProcessorDefinition<PipelineDefinition> {

    private final @Nullable String stepId;

    PipelineDefinition(ProcessorDefinition<?> parent, @Nullable String stepId) {
        super(parent);
        this.stepId = stepId;
        if (stepId != null) {
            nameThis(stepId);
        }
    }

    @Override
    Node toNode() {
        return new Node.Pipeline(List.copyOf(steps), stepId);
    }
}
