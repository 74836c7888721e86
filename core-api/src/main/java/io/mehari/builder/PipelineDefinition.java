package io.mehari.builder;

import java.util.List;

/** Steps that run in order, as one step. */
public final class PipelineDefinition extends ProcessorDefinition<PipelineDefinition> {
    private final List<Node> steps = list();

    PipelineDefinition(ProcessorDefinition<?> parent) {
        super(parent);
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
        return new Node.Pipeline(List.copyOf(steps));
    }
}
