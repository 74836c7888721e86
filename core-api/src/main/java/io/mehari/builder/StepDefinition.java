package io.mehari.builder;

import java.util.List;

/** A single step that has options: not a block, so further steps follow behind it. */
abstract class StepDefinition<T extends StepDefinition<T>> extends ProcessorDefinition<T> {
    private final List<Node> behind = list();

    StepDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    @Override
    final List<Node> steps() {
        return behind;
    }

    @Override
    final void closeInto(ProcessorDefinition<?> parent) {
        super.closeInto(parent);
        parent.steps().addAll(behind);
    }
}
