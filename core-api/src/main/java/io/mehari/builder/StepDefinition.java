package io.mehari.builder;

import java.util.List;

/** A single step with options. It is not a block: further steps come after it, not into it. */
abstract class StepDefinition<T extends StepDefinition<T>> extends ProcessorDefinition<T> {
    private final List<Node> following = list();

    StepDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    @Override
    final List<Node> steps() {
        return following;
    }

    @Override
    final boolean isBlock() {
        return false;
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        super.closeInto(parent);
        parent.steps().addAll(following);
    }
}
